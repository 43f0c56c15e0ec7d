#!/usr/bin/env bash
# Writes the API's description anew, and from it the types of the till.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
need_rust
need_node
npm_ci web
cargo run --quiet --profile tests -p app -- openapi >target/openapi.json
mv target/openapi.json web/src/api/openapi.json
(cd web && npm run generate --silent)
