#!/usr/bin/env bash
# The till with hot reload on port 5173, the server rebuilt when a Rust file changes.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
need_rust
need_node
build_till
server=
stop() { [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true; }
trap 'stop; kill "$vite" 2>/dev/null || true' EXIT
(cd web && VITRINE_PORT=$PORT exec npx vite --host 127.0.0.1) &
vite=$!
changed() { find app device document demo feature kernel migration shell simulator -newer "$1" -type f -print -quit; }
stamp=$(mktemp)
while true; do
    touch "$stamp"
    if cargo build -p app -p terminal-simulator -p mail-simulator -p printer-simulator -p tax-free-simulator -p qr-simulator -p rate-simulator; then
        stop
        target/debug/vitrine demo --data "$DATA" --port "$PORT" &
        server=$!
        echo "  The till with hot reload: http://127.0.0.1:5173/pos/"
    fi
    until [ -n "$(changed "$stamp")" ]; do sleep 1; done
done
