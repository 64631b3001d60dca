"""The student's side: a warm process that forks one jailed child for each run.

Nothing here imports anything of pcaproofs, and nothing of a submission, of the data or of the judge ever enters the
warm process: the judge hands each job to the child through a file that only the child reads. So a child, which can read
every byte of the memory it was forked from, finds an interpreter, numpy, the packages that the assignment names
and this folder there, and no more.

Words: the **judge** is trusted and lives elsewhere; the **zygote** is the warm process; a **child** runs one job once;
a **level** is a level of isolation (see `isolation`); a **record** is one framed message of the child (`records`).
"""
