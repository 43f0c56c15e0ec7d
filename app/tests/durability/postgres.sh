#!/usr/bin/env bash
# A PostgreSQL server of the durability tests: obeys a word a line and answers each with "done".
# It ends, and throws its data away, when nobody speaks to it any more.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. script/need.sh
. script/postgres.sh

trap stop_postgres EXIT
start_postgres
data=$POSTGRES_FOLDER/data
ctl() { as_postgres "$POSTGRES_BIN/pg_ctl" -D "$data" "$@" >/dev/null; }
cat >>"$data/postgresql.conf" <<SETTINGS
listen_addresses = '127.0.0.1'
port = ${TEST_DATABASE_URL##*:}
unix_socket_directories = '$POSTGRES_FOLDER'
max_connections = 300
SETTINGS
# As a child of this script, which buries it: in a container there may be nobody else to do so, and
# a server that is dead and not buried is taken for living.
# It does not start while a process of the former one still lives, so it is tried again.
start() {
    until "$POSTGRES_BIN/pg_isready" -q -d "$TEST_DATABASE_URL/postgres"; do
        if [ -z "$(jobs -pr)" ]; then
            as_postgres "$POSTGRES_BIN/postgres" -D "$data" >>"$POSTGRES_FOLDER/log" 2>&1 &
        fi
        sleep 0.05
    done
}
ctl -m fast stop
start
echo "$TEST_DATABASE_URL"

while read -r word; do
    postmaster=$(head -n 1 "$data/postmaster.pid")
    case $word in
        # The whole server at once, as when its machine stops.
        kill)
            children=$(ps -o pid= --ppid "$postmaster")
            # shellcheck disable=SC2086
            kill -9 "$postmaster" $children 2>/dev/null || true
            wait
            start
            ;;
        immediate)
            ctl -m immediate stop
            wait
            start
            ;;
        # One process of it, after which the server throws all connections away and recovers.
        backend)
            backend=$(ps -o pid=,args= --ppid "$postmaster" | awk '/postgres: vitrine / { print $1; exit }')
            [ -z "$backend" ] || kill -9 "$backend"
            ;;
        *)
            echo "what is $word?" >&2
            exit 2
            ;;
    esac
    echo "done"
done
