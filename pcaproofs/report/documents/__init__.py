"""The derivations that authors write in Markdown: their parts, their parser and their rules."""
