"""A claim as an object: its statement, its four layers of checking, and the verdict that they add up to."""
