"""Submissions: finding files and archives, names of people, and a notebook or file as source code."""
