"""The meaning of each letter at each place of a note, with the evidence.

- *facts*: what the note says of its letters, and which of it holds at an offset (table.py).
- *table*: the meaning of a letter at an offset, by the strongest evidence: declared, file, prose, agreed, convention.
- *free*: a letter is free if nothing in the note fixes its value; only statements about free letters are refuted.

    facts_of_formulas(note) -> (Fact, …)        # declared.py; X ∈ ℝ^{n×p}
    read_scope(path), written(facts)            # scope_file.py; what an author adds, in a file or a comment
"""
