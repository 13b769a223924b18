import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Type } from 'typebox'
import { endpoints } from '../../src/http/catalogue.ts'
import { buildCurlSnippet } from '../../src/http/docs/snippets/curl.ts'
import { type AnyEndpoint, endpoint } from '../../src/kit/declare/endpoint.ts'
import { runScript } from '../support/guide.ts'
import { boot } from '../support/harness.ts'

const world = await boot({ env: { RATE_LIMIT_BURST: '100000', RATE_LIMIT_PER_SECOND: '100000' } })
const skip = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed'
const key = await world.key({ mode: 'test' })
const env = { ...process.env, QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url }

const TEXT = `It's <b>"x"</b> & $HOME \`date\``

const quoting = endpoint({
  id: 'quoting.create',
  route: 'POST /v1/quoting/{id}',
  summary: 'Quote',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ said: Type.String() }),
  reply: Type.Object({}),
  example: { params: { id: "a b/'c'" }, body: { said: TEXT }, reply: {} },
})

test('an example passes through a shell as it was declared', async () => {
  const script = `curl() { printf '%s\\n' "$1" "$2" "$3"; for last; do :; done; printf '%s' "$last"; }\n`
  const printed = await runScript(script + buildCurlSnippet(quoting as AnyEndpoint, 'http://127.0.0.1:8080'), '/', env)
  const [x, method, url, ...body] = printed.split('\n')
  assert.deepEqual([x, method, url], ['-X', 'POST', "http://127.0.0.1:8080/v1/quoting/a%20b%2F'c'"])
  assert.deepEqual(JSON.parse(body.join('\n')), { said: TEXT })
})

// Operations that return their example. Calls of operators and users, sign-ins, callbacks, signed URLs and browser redirects
// are executed instead. Examples of files and pages have no content, and a client document names its own server.
const answered = endpoints.filter(
  ({ access, id, special, produces, seesVisitor }) =>
    access !== 'operator' &&
    access !== 'user' &&
    !seesVisitor &&
    !/^(?:callbacks|inbound|oauth)\./.test(id) &&
    !special.rawBody &&
    !(special.takesFile && access === 'public') &&
    !special.redirects &&
    !special.streams &&
    !produces?.some((type) => type === 'text/html' || type === 'text/event-stream'),
)

const MARK = '-- the next example --'

test('every curl command of the reference, pasted into a shell, prints the response that the page shows', {
  skip,
}, async () => {
  const wrapped = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n`
  const commands = answered.map((one) => `${buildCurlSnippet(one, world.url)}\nprintf '\\n${MARK}\\n'`)
  const printed = await runScript(wrapped + commands.join('\n'), '/', env)
  const answers = printed.split(`\n${MARK}\n`)
  assert.equal(answers.length, answered.length + 1)
  for (const [at, one] of answered.entries()) {
    const [, text = '', status] = /^([^]*)\n(\d+)$/.exec(answers[at] ?? '') ?? assert.fail(`${one.id}: ${answers[at]}`)
    assert.equal(Number(status), one.status, `${one.id}: ${text}`)
    assert.deepEqual(withoutCredits(JSON.parse(text)), withoutCredits(one.example.reply), one.id)
  }
})

const CREDITS = /^(?:credits|held|charged|released|ledger_seq)$/

/** The page shows the price of a live call; a call with a test key costs nothing. */
function withoutCredits(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    CREDITS.test(name) && (inner === null || typeof inner === 'number') ? 0 : inner,
  )
}

test('the commands of the concepts run with a test key as written', { skip }, async () => {
  const { body } = await world.client()('GET', '/docs/search.json?q=credits')
  assert.ok(body.data.length > 0)
  const index = (await world.client()('GET', '/llms.txt')).text
  const paths = [...index.matchAll(/\((?:[^)]*)(\/docs\/concepts\/[\w-]+\.md)\)/g)].map(([, path = '']) => path)
  assert.ok(paths.length >= 7)
  let count = 0
  for (const path of paths) {
    const { text } = await world.client()('GET', path)
    for (const [, script = ''] of text.matchAll(/^```sh\n([^]*?)^```/gm)) {
      const printed = await runScript(`curl() { command curl -sS --fail-with-body "$@"; }\n${script}`, '/', env)
      assert.match(printed, /^\{/, path)
      count++
    }
  }
  assert.ok(count >= 5)
})
