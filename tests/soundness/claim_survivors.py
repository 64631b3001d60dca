"""Changes of claims that are neither refuted nor proved, each with the reason."""

SURVIVORS: dict[str, str] = {}
