"""Unpacking and parsing what students hand in.

Its modules are sent into child processes under limits, as texts, so they import the standard library and nothing else;
`suspects` is sent as a package and imports its own modules by relative imports.
"""
