#!/usr/bin/env bash
# Builds what is needed and starts a demonstration boutique.
set -euo pipefail
cd "$(dirname "$0")/.."
script/build.sh
if [ "${RESET:-}" = 1 ] && [ -f "$DATA/vitrine.db" ]; then
    rm -rf "$DATA/vitrine.db" "$DATA/vitrine.db-wal" "$DATA/vitrine.db-shm" "$DATA/journal.key" \
        "$DATA/token.key" "$DATA/terminal-simulator"
fi
exec target/release/vitrine demo --data "$DATA" --port "$PORT"
