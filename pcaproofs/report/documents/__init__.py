"""The derivations as their authors write them in Markdown: their parts, their parser, their rules."""
