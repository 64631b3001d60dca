"""What was handed in: files and archives found, names of people, a notebook or file as statements with places."""
