#!/bin/sh
# Checks every theorem with Rocq: ./check.sh [-j JOBS]. Fails unless each is proved without axioms, in the time that
# PCAPROOFS_ROCQ_SECONDS gives each file, and each wrong variant in Mutants.v is refused.
set -eu
cd "$(dirname "$0")"
. ./contents.sh
export PCAPROOFS_ROCQ_SECONDS="${PCAPROOFS_ROCQ_SECONDS:-$seconds}"
options="-q -w none -Q library PCA -Q chapters Catalogue"

fail() { echo "check.sh: $1" >&2; exit "${2:-1}"; }

rocq() { # a program on a file, with a limit of time
    status=0
    timeout "$PCAPROOFS_ROCQ_SECONDS" "$@" || status=$?
    if [ $status = 124 ]; then fail "$file takes more than $PCAPROOFS_ROCQ_SECONDS seconds"; fi
    if [ $status != 0 ]; then fail "$file is refused"; fi
}

compile() { # a file, unless it was compiled since it and what it needs last changed
    name="$1"; shift
    file="$name.v"
    if [ ! -e "$name.vo" ] || [ -n "$(find "$file" library/*.v "$@" -newer "$name.vo")" ]; then
        # shellcheck disable=SC2086
        rocq coqc $options "$file"
    fi
}

if [ "${1:-}" = --chapter ]; then
    compile "chapters/$2/Proofs" "chapters/$2/Statements.v"
    exit 0
fi

cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
jobs=$((cores < 4 ? cores : 4)) # each may take 0.6 GB
case "${1:-}" in
    "") ;;
    -j) jobs="${2:-$jobs}" ;;
    *) fail "got $1, but should be -j JOBS" 2 ;;
esac
debian="on Debian: apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed"
command -v coqc >/dev/null || fail "coqc not found; $debian" 2
for part in algebra real_closed; do
    [ -d "$(coqc -where)/user-contrib/mathcomp/$part" ] || fail "mathcomp.$part not found; $debian" 2
done

for name in $library; do compile "library/$name"; done
# shellcheck disable=SC2086
printf '%s\n' $chapters | xargs -P "$jobs" -n 1 ./check.sh --chapter || exit 1
file=Audit.v
# shellcheck disable=SC2086
audit=$(rocq coqc $options "$file")
[ "$audit" = "Closed under the global context" ] || fail "some theorem rests on an axiom: $audit"
if [ "$mutants" != 0 ]; then
    file=Mutants.v
    # shellcheck disable=SC2086
    said=$(rocq coqtop $options <"$file" 2>&1)
    accepted=$(echo "$said" | grep -o 'ACCEPTED mutant_[0-9]*' | sort -u | tr '\n' ' ')
    if [ -n "$accepted" ]; then fail "a wrong variant is accepted: ${accepted% }"; fi
    controls=$(echo "$said" | grep -c 'ACCEPTED control_') || true
    [ "$controls" = "$mutants" ] || fail "of $mutants theorems in Mutants.v only $controls are accepted"
    echo "$mutants wrong variants refused"
fi
echo "$count theorems checked by $(coqc --version | head -1), closed under the global context"
