"""The words for what is wrong, which several tables of phrases share."""

# each of them denies a statement, also over a letter: "a common mistake is to forget the factor n here: …"
MISTAKE = r"wrong\w*|falsely|incorrect\w*|mistakes?|mistakenly|erroneous\w*|untrue|misconception\w*|fallac\w+"
# "false" and "mistaken" are said of the formula next to them only
FALSE = rf"{MISTAKE}|false\w*|mistak\w+"
