#!/bin/sh
# markdown-it-py 4.3.0 with dollarmath of mdit-py-plugins 0.7.0: a display with a word behind it is an inline formula.
#
# "$$AB = BA$$" in a line of its own is a display. With text behind it, or right below a line of text, the formula is
# inline, and a lone dollar stands on each side of it in the page. A label in brackets behind it is fine.
# Seen: math_block; text $, math_inline, text $ if; the same below text; math_block_label
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check markdown-it-py==4.3.0 mdit-py-plugins==0.7.0
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin


def parts(text):
    tokens = MarkdownIt().use(dollarmath_plugin).parse(text)
    return [(t.type, t.content) for token in tokens for t in token.children or [token] if t.content]


for text in (r"$$AB = BA$$", r"$$AB = BA$$ if they commute", "Then\n$$\nAB = BA\n$$", r"$$AB = BA$$ (eq)"):
    print(parts(text))
alone, word, below, label = map(
    parts, (r"$$AB = BA$$", r"$$AB = BA$$ if", "Then\n$$\nAB = BA\n$$", r"$$AB = BA$$ (eq)")
)
right = alone[0][0] == "math_block" and word == [("text", "$"), ("math_inline", "AB = BA"), ("text", "$ if")]
right = right and [kind for kind, _ in below] == ["text", "text", "math_inline", "text"]
sys.exit(not (right and label[0][0] == "math_block_label"))
END
