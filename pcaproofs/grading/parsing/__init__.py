"""Unpacking and parsing of uploaded files.

These modules are sent as text into child processes with limits, so they import the standard library only. `suspects` is
sent as a package and uses relative imports.
"""
