"""What each letter of a note is at a place, and what says so.

- *table*: what each letter is at an offset, by the strongest evidence: declared, file, prose, agreed, convention.
- *free*: of a letter: nothing in the note fixes its value; only of free letters is anything refuted (standing.py).

    facts_of_formulas(note) -> (Fact, …)        # declared.py; X ∈ ℝ^{n×p}
    read_scope(path), written(facts)            # scope_file.py; what an author adds, in a file or a comment
"""
