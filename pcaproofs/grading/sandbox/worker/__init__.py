"""The worker: a fork server that forks one isolated child for each process that a submission needs.

Nothing here imports anything of pcaproofs, and nothing of a submission, the data or the judge ever enters the fork
server: the judge passes each job to the child in a file that only the child reads. A child can read all memory that it
was forked from; it finds an interpreter, NumPy, the packages that the assignment names, and this package.

Terms: the **judge** is the trusted grader in another process; the **fork server** has the packages imported and forks
children; a **child** runs jobs of one submission; a **level** is an isolation level (see `isolation`); a **record** is
one message of the child (see `records`).
"""
