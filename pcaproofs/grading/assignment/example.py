"""Example assignments for the documentation."""

EXAMPLE = """\
title = "Homework 3: PCA from scratch"
file = "pca.py"                       # what the students hand in: pca.py or pca.ipynb
call = "W, lam, Z = pca(X, k)"        # run with the data X and the number k of components
samples = "rows"                      # rows | columns
seed = 20260101                       # of the hidden data
follow_through = 0.5                  # what is right given a named mistake earns this share of its points

[roles]                               # which expression yields what
components = "W"
explained_variance = "lam"
scores = "Z"

[conventions]                         # what is left out is left free
components = "columns"                # columns | rows | either
scale = "n-1"                         # of explained variances: n-1 | n | scatter | singular | any

[criteria]                            # points, or { points, visible, partial }
runs = 1
components.orthonormal = 2
components.captured = { points = 3, partial = false }
components.order = 1
explained_variance.values = 2
scores.centred = 1
scores.agree = 1
data.few-samples = { points = 1, visible = false }
input-untouched = 1

[limits]
wall = 5                              # seconds a run
memory = "1 GB"
"""
"""A complete assignment with one function."""

TASKS = """\
title = "Homework 2: the parts of PCA"
file = "parts.py"

[[task]]
name = "center"
call = "Xc = center(X)"
roles = { centered = "Xc" }
criteria = { centered.values = 2 }

[[task]]
name = "project"
call = "Z = project(Xc, W)"
given = { Xc = "centered", W = "components" }   # right values, so that one mistake costs one task
roles = { scores = "Z" }
criteria = { scores.agree = 2 }
"""
"""An assignment with several functions."""
