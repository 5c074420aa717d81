#!/bin/sh
# Prepares the data, trains, exports and measures a reader: training/run.sh BASE RUN [more options of train.py]
# BASE: weights of the encoder; RUN: a folder outside of the repository. A stopped run continues. With --start CHECKPOINT,
# a run begins with weights that were trained before; `training/restore.py` makes a checkpoint of those that ship.
set -eu
base=$1 run=$2
shift 2
mkdir -p "$run"
[ -e "$run/candidates.jsonl" ] || npm run -s bench -- reader --data "${TEST_SETS:?names the folder of sets from outside}" --json "$run/candidates.jsonl"
python() { uv run --project training python "$@"; }
python training/train.py --base "$base" --sets "$TEST_SETS/train/qa" --left-out bench/quality/public/themes.json \
  --candidates "$run/candidates.jsonl" --out "$run" "$@"
python training/export.py "$run/reader.pt" "$base" "$run/reader"
python training/choose.py "$base" "$run/reader.pt" "$run/candidates.jsonl"
