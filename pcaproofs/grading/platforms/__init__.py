"""Files for the platforms of courses: gradebooks and result formats, and kits to set an assignment up."""
