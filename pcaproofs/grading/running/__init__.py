"""Running a submission on every data set, and resolving the conventions that its assignment leaves free."""
