#!/usr/bin/env bash
# Sends what the API's description allows, and what it forbids, to the real program (schemathesis):
# no answer is a fault, and none is outside the description. `EXAMPLES=500` for a longer run.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
SCHEMATHESIS=4.32.5

need_python
venv=target/schemathesis
[ -x $venv/bin/st ] && [ "$($venv/bin/st --version)" = "st, version $SCHEMATHESIS" ] || {
    python3 -m venv $venv
    $venv/bin/pip install --quiet --disable-pip-version-check schemathesis==$SCHEMATHESIS
}

data=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
    rm -rf "$data"
}
trap finish EXIT
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
    console.log(s.address().port); s.close(); })')
url=http://127.0.0.1:$port
"${VITRINE_PROGRAMS:-target/tests}/vitrine" demo --data "$data" --port "$port" --days 3 >"$data/said" &
server=$!
for _ in $(seq 600); do
    grep -q Mailbox "$data/said" && curl -sf "$url/readyz" >/dev/null && break
    sleep 0.1
done
token=$(curl -sf "$url/api/v1/login" -H 'content-type: application/json' \
    -d '{"username": "manager", "password": "vitrine-demo"}' |
    node -pe 'JSON.parse(require("fs").readFileSync(0)).data.token')
# Left out: the stream that never ends, the operation that ends the session, and the terminals'
# and providers' own, which accept whatever comes. What a rule refuses may be right by the description.
st=$PWD/$venv/bin/st
cd "$data" # where it keeps its notes
"$st" run "$url/api/v1/openapi.json" --header "Authorization: Bearer $token" \
    --exclude-path /events --exclude-path /logout --exclude-path /device/notification --exclude-path "/device/qr/{merchantKey}" \
    --exclude-checks positive_data_acceptance --warnings off \
    --max-examples "${EXAMPLES:-10}" --seed "${SEED:-1}"
