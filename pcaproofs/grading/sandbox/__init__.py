"""Running code that is not trusted: workers, levels of isolation, limits, and what crosses the border."""
