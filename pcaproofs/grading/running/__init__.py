"""Running a submission on every data set and settling what its assignment leaves free."""
