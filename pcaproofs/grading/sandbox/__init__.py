"""Running untrusted code: isolation levels, limits, worker processes, and the messages between judge and worker."""
