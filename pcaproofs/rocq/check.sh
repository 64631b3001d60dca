#!/bin/sh
# Checks every theorem with Rocq: ./check.sh [-j JOBS]. Fails unless each is proved without axioms, in the time that
# PCAPROOFS_ROCQ_SECONDS gives each file, and each wrong variant in Mutants.v is refused.
set -eu
cd "$(dirname "$0")"
. ./contents.sh
PCAPROOFS_ROCQ_SECONDS="${PCAPROOFS_ROCQ_SECONDS:-$seconds}"
export OCAMLRUNPARAM="${OCAMLRUNPARAM:-s=8M,o=1000}" # collects garbage rarely: a fifth less time, and less than 1 GB
ulimit -S -s "$(ulimit -H -s)" 2>/dev/null || true # Rocq recurses over numbers, which are unary
options="-q -w none -Q library PCA"

fail() { echo "check.sh: $1" >&2; exit "${2:-1}"; }

rocq() { # a program on a file, with a limit of time
    status=0
    errors=$(mktemp)
    timeout "$PCAPROOFS_ROCQ_SECONDS" "$@" 2>"$errors" || status=$?
    cat "$errors" >&2
    line=$(sed -n 's/^File "[^"]*", line \([0-9]*\),.*/\1/p' "$errors" | tail -1)
    rm -f "$errors"
    if [ -n "$line" ]; then # of Catalogue.v it is the line that reads a chapter's file
        loaded=$(sed -n "${line}s/^Load \"\(.*\)\"\.$/\1/p" "$file")
    fi
    if [ $status = 124 ]; then fail "$file takes more than $PCAPROOFS_ROCQ_SECONDS seconds"; fi
    if [ $status != 0 ]; then fail "${loaded:-$file} is refused"; fi
}

mutants() { # each is refused, and each control accepted
    file=Mutants.v
    # shellcheck disable=SC2086
    said=$(rocq coqtop $options <"$file" 2>&1) || { echo "$said" | tail -1 >&2; exit 1; }
    accepted=$(echo "$said" | grep -o 'ACCEPTED mutant_[0-9]*' | sort -u | tr '\n' ' ')
    if [ -n "$accepted" ]; then fail "a wrong variant is accepted: ${accepted% }"; fi
    found=$(echo "$said" | grep -c 'ACCEPTED control_') || true
    [ "$found" = "$controls" ] || fail "of $controls right theorems in Mutants.v only $found are accepted"
    echo "$mutants wrong variants refused"
}

jobs=1
case "${1:-}" in
    "") ;;
    -j) jobs="${2:-2}" ;;
    *) fail "got $1, but should be -j JOBS" 2 ;;
esac
debian="on Debian: apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed"
command -v coqc >/dev/null || fail "coqc not found; $debian" 2
for part in algebra real_closed; do
    [ -d "$(coqc -where)/user-contrib/mathcomp/$part" ] || fail "mathcomp.$part not found; $debian" 2
done

file="library/$library.v"
if [ ! -e "library/$library.vo" ] || [ -n "$(find library/*.v -newer "library/$library.vo")" ]; then
    # shellcheck disable=SC2086
    rocq coqc -noglob $options "$file"
fi
other=
if [ "$mutants" != 0 ]; then
    if [ "$jobs" = 1 ]; then mutants; else mutants & other=$!; fi
fi
file=Catalogue.v
# shellcheck disable=SC2086
audit=$(rocq coqc -noglob $options "$file")
[ "$audit" = "Closed under the global context" ] || fail "some theorem rests on an axiom: $audit"
if [ -n "$other" ]; then wait "$other" || exit 1; fi
echo "$count theorems checked by $(coqc --version | head -1), closed under the global context"
