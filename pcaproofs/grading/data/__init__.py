"""The data sets that submissions are run on, and cached quantities of them."""
