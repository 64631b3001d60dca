"""The data sets that submissions run on, and the library results that are known beforehand."""
