"""Files for learning platforms: gradebooks and result formats, and kits to set an assignment up."""
