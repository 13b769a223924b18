import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../server/src/kit/clock.ts'
import { boot } from '../../server/test/support/harness.ts'
import { installCli } from './program.ts'

interface Listed {
  readonly name: string
  readonly is_default: boolean
}

const world = await boot({ clock: systemClock })
const key = await world.key()
const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })

async function ok(args: string | readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await cli.run(args, input === undefined ? {} : { input })
  assert.equal(code, 0, stderr)
  return stdout
}

test('a resource is created, read, listed and deleted by its verbs', async () => {
  const id = (await ok(['profiles', 'create', '--name', 'First brand', '--metadata.plan', 'basic', '--quiet'])).trim()
  assert.match(id, /^prof_/)
  const read = JSON.parse(await ok(['profiles', 'get', id, '--json']))
  assert.deepEqual([read.name, read.metadata], ['First brand', { plan: 'basic' }])
  const lines = (await ok('profiles list')).split('\n')
  assert.match(lines[0] ?? '', /^id\tname\t.*created_at$/)
  assert.ok(lines.some((line) => line.startsWith(`${id}\tFirst brand\t`)))
  assert.equal((await ok(['profiles', 'delete', id, '--jq', '.name'])).trim(), 'First brand')
})

test('nested input comes from JSON, dotted flags, a file or standard input, and flags win', async () => {
  const body = JSON.stringify({ name: 'From a body', metadata: { a: '1', b: '2' } })
  const file = join(cli.home, 'body.json')
  writeFileSync(file, body)
  for (const input of [body, `@${file}`, '-']) {
    const args = ['profiles', 'create', '--body', input, '--name', 'From a flag', '--metadata.b=three', '--json']
    const made = JSON.parse(await ok(args, body))
    assert.deepEqual([made.name, made.metadata], ['From a flag', { a: '1', b: 'three' }], input)
  }
  const { code, stderr } = await cli.run(['profiles', 'create', '--metadata', '{', '--name', 'x'])
  assert.deepEqual([code, stderr.includes('--metadata is not JSON')], [2, true], stderr)
})

test('--all reads every page, and output has the same shape', async () => {
  for (let n = 0; n < 3; n++) await ok(['profiles', 'create', '--name', `Page ${n}`])
  const one = JSON.parse(await ok('profiles list --limit 1 --json'))
  assert.deepEqual([one.data.length, one.has_more], [1, true])
  const all = JSON.parse(await ok('profiles list --limit 1 --all --json'))
  assert.ok(all.data.length >= 3 && all.has_more === false)
  const note = (await cli.run('profiles list --limit 1')).stderr
  assert.match(note, /--all for all of them, or --cursor \S+/)
})

test('exit codes state the kind of failure, and the text what to do', async () => {
  const cases: [string, number, RegExp][] = [
    ['profiles get prof_none', 5, /404 not_found/],
    ['profiles create', 2, /Missing: --name\./],
    ['profiles list --limit 5000', 2, /--limit: .*\nRequest: req_/s],
    ['profiles list --limit five', 2, /--limit must be a whole number/],
    ['profiles fetch x', 2, /unknown command/],
    ['profiles list --unheard', 2, /unknown option/],
    ['psots list', 2, /There is no command psots\. Did you mean posts\?/],
    ['profiles list --base-url http://127.0.0.1:9', 3, /Check that the server is running/],
    ['profiles list --api-key qk_live_wrong', 4, /quoin login/],
    [
      'data find-email --filters.full_name Example --filters.domain example.com --max-credits 0',
      6,
      /max_credits_exceeded/,
    ],
  ]
  for (const [args, code, text] of cases) {
    const ended = await cli.run(args)
    assert.equal(ended.code, code, `${args}: ${ended.stderr}`)
    assert.match(ended.stderr, text, args)
    assert.equal(ended.stdout, '', args)
  }
})

test('violations are named by the flags that cause them', async () => {
  const { code, stderr } = await cli.run(['posts', 'create', '--content', 'Hi', '--targets', '[{"account_id": 7}]'])
  assert.equal(code, 2)
  assert.match(stderr, /--targets\.0\.account-id: /)
})

test('a call with an idempotency key runs once', async () => {
  const args = ['profiles', 'create', '--name', 'Once', '--idempotency-key', 'once-1']
  const first = await ok([...args, '--quiet'])
  const second = await cli.run([...args, '--quiet'])
  assert.equal(second.stdout, first)
  assert.match((await cli.run(args)).stderr, /earlier call with the same idempotency key/)
})

test('login checks a key from standard input and stores it readable only by its owner', async () => {
  const own = installCli()
  const missing = await own.run('profiles list')
  assert.deepEqual([missing.code, /Run `quoin login`/.test(missing.stderr)], [2, true])
  const wrong = await own.run(['login', '--base-url', world.url], { input: 'qk_live_nonsense' })
  assert.equal(wrong.code, 4)
  const login = await own.run(['login', 'work', '--base-url', world.url], { input: `${key}\n` })
  assert.equal(login.code, 0, login.stderr)
  const file = join(own.home, 'quoin/config.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).logins.work.api_key, key)
  const who = JSON.parse((await own.run('whoami --json')).stdout)
  assert.deepEqual([who.login, who.base_url, who.mode, who.credits_available], ['work', world.url, 'live', 50])
  assert.ok(!who.key.includes(key))
  assert.equal((await own.run(['login', '--login', 'second', '--base-url', world.url], { input: key })).code, 0)
  const listed = JSON.parse((await own.run('logins --json')).stdout)
  assert.deepEqual(
    listed.data.map(({ name, is_default }: Listed) => [name, is_default]),
    [
      ['second', false],
      ['work', true],
    ],
  )
  assert.ok(!JSON.stringify(listed).includes(key))
  assert.equal((await own.run('logins use second')).code, 0)
  assert.equal(JSON.parse((await own.run('whoami --json')).stdout).login, 'second')
  assert.equal((await own.run('logins use nobody')).code, 2)
  assert.equal((await own.run('logout second')).code, 0)
  assert.equal((await own.run('logout --login work')).code, 0)
  assert.equal((await own.run('profiles list')).code, 2)
  const shown = await own.run(['login', '--api-key', key])
  assert.deepEqual([shown.code, shown.stderr.includes(key)], [2, false])
})

test('api can call any path', async () => {
  const made = JSON.parse(await ok(['api', 'POST', '/v1/profiles', '--body', '{"name": "By path"}']))
  assert.equal(await ok(['api', 'get', `v1/profiles/${made.id}`, '--jq', '.name']), 'By path\n')
  assert.equal((await cli.run('api GET /v1/profiles/prof_none')).code, 5)
})

test('a file is uploaded, and a file in a response is written where the caller says', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = join(cli.home, 'dot.png')
  writeFileSync(file, png)
  const { code, stdout, stderr } = await cli.run(['media', 'ingest', '--file', file, '--json'])
  assert.equal(code, 0, stderr)
  assert.match(JSON.parse(stdout).id, /^med_/)
  const csv = join(cli.home, 'ledger.csv')
  await ok(['credits', 'ledger', '--format', 'csv', '--output', csv])
  assert.match(readFileSync(csv, 'utf8'), /^seq,/)
})

test('help shows flags with their meaning, values and an example, without colours outside a terminal', async () => {
  const help = await ok('posts create --help')
  assert.match(help, /--scheduled-at <time> +When to publish/)
  assert.match(help, /Example:\n {2}quoin posts create --/)
  assert.match(await ok('posts --help'), /^ {2}get <id> +Read one post$/m)
  assert.ok(!help.includes('\u001b'))
  assert.match(await ok('--version'), /^\d+\.\d+\.\d+\n$/)
})

test('completion knows commands, verbs, flags and values', async () => {
  const complete = async (...words: string[]) =>
    (await ok(['completion', 'words', '--', ...words])).split('\n').map((line) => line.split('\t')[0])
  assert.deepEqual(await complete('webhook'), ['webhooks', 'webhook-deliveries', ''])
  assert.ok((await complete('posts', 'cr')).includes('create'))
  assert.ok((await complete('posts', 'create', '--sch')).includes('--scheduled-at'))
  assert.ok((await complete('api-keys', 'create', '--mode', '')).includes('test'))
})

test("a member's key can do on the command line what the member can, and nothing once the member is removed", async () => {
  const member = await world.session({ role: 'member' })
  const { user } = (await member('GET', '/v1/session')).body
  const made = (await member('POST', '/v1/api-keys', {})).body
  const more = { QUOIN_API_KEY: made.key as string }
  const brand = ['branding', 'put', '--body', JSON.stringify({ name: 'Taken over', color: null, logo_url: null })]
  const refused = await cli.run(brand, { more })
  assert.match(`${refused.code} ${refused.stderr}`, /^[1-9].*needs the role owner/s)
  assert.equal((await cli.run('profiles list', { more })).code, 0)
  const owner = await world.session()
  assert.equal((await owner('DELETE', `/v1/members/${user.id}`)).status, 200)
  const ended = await cli.run('profiles list', { more })
  assert.match(`${ended.code} ${ended.stderr}`, /^[1-9].*no longer a member/s)
})
