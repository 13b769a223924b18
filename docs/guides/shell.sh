# Helpers for the guides. Source this file in the server's folder while the server runs: . docs/guides/shell.sh
export QUOIN_BASE_URL=$(node -p "require('./data/first-run.json').base_url")
export QUOIN_API_KEY=$(node -p "require('./data/first-run.json').live_key")
WORKSPACE=$(node -p "require('./data/first-run.json').workspace_id")

# Calls the API with the key of your first workspace.
call() { curl -sS -w '\n' -H "Authorization: Bearer $QUOIN_API_KEY" -H 'Content-Type: application/json' "$@"; }

# Prints one field of a response; fails if the response does not have it.
field() {
  node -e '
    const answer = JSON.parse(require("fs").readFileSync(0))
    let value
    try { value = Function("answer", `return answer.${process.argv[1]}`)(answer) } catch {}
    if (value === undefined || value === null) process.exit(1)
    console.log(value)' "$1"
}

# Repeats a command every second until it succeeds, for up to a minute.
wait_for() {
  for try in $(seq 60); do "$@" > /dev/null && break || sleep 1; done
  "$@" || { echo "Gave up after a minute: $*" >&2; return 1; }
}

# Connects an account on the sandbox and prints its id; docs/guides/sandbox.md shows the steps.
connect_sandbox() {
  profile=$(call $QUOIN_BASE_URL/v1/profiles -d "{\"name\": \"$1\"}" | field id)
  connection=$(call $QUOIN_BASE_URL/v1/connections \
    -d "{\"profile_id\": \"$profile\", \"platform\": \"sandbox\", \"mode\": \"headless\"}" | field id)
  call $QUOIN_BASE_URL/v1/connections/$connection/complete -d "{\"credentials\": {\"username\": \"$1\"}}" > /dev/null
  page=$(call $QUOIN_BASE_URL/v1/connections/$connection/entities | field 'data[0].external_id')
  call $QUOIN_BASE_URL/v1/connections/$connection/select -d "{\"external_id\": \"$page\"}" | field id
}
