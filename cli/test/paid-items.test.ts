import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Fault, startFaultyProxy } from '../../sdk/test/faulty-proxy.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { atEnd, boot, until } from '../../server/test/support/harness.ts'
import { grant } from '../../server/test/support/job-scene.ts'
import { installCli, type ProgramResult } from './program.ts'

const people = Array.from({ length: 60 }, (_, n) => examplePerson(n))
const world = await boot({ clock: systemClock })
await addPeople(world.ctx, 'crm', people)
await grant(world.ctx, world.workspaceId, 1000)
const proxy = await startFaultyProxy(world.url)
atEnd(() => proxy.close())
const QUOIN_API_KEY = await world.key()
const cli = installCli({ QUOIN_API_KEY, QUOIN_BASE_URL: proxy.url })

/** Runs a search, and returns the rows that it printed as JSON. */
async function search(flags: string, more?: Record<string, string>): Promise<ProgramResult & { page: AnyPage }> {
  const ended = await cli.run(`data search-people --json ${flags}`, more && { more })
  return { ...ended, page: JSON.parse(ended.stdout || 'null') }
}

interface AnyPage {
  readonly data: readonly { readonly id: string }[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

const countDistinct = (...pages: AnyPage[]) => new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size
const spent = async (): Promise<number> => (await world.live('GET', '/v1/credits')).body.spent

function under(faults: Fault[]): void {
  proxy.seen.length = 0
  proxy.faults.splice(0, Infinity, ...faults)
}

test('--all prints what --max-credits allows, and says where to continue', async () => {
  const before = await spent()
  const first = await search('--all --max-credits 25')
  assert.deepEqual([first.code, first.page.data.length, first.page.has_more], [0, 25, true], first.stderr)
  assert.match(first.stderr, /^25 credits charged\.\nStopped at --max-credits\. Use --cursor \S+ to continue\.\n$/)
  const rest = await search(`--all --max-credits 100 --cursor ${first.page.next_cursor}`)
  assert.deepEqual([rest.code, rest.page.has_more, countDistinct(first.page, rest.page)], [0, false, 60])
  const pages = await cli.run('data search-people --all --limit 4 --max-credits 10')
  assert.equal(pages.stdout.trim().split('\n').length, 1 + 8)
  assert.doesNotMatch(pages.stderr, /--all for all of them/)
  const one = await search('--max-credits 3')
  assert.equal(one.page.data.length, 3, one.stderr)
  assert.equal((await spent()) - before, 60 + 8 + 3)
  const unlimited = await cli.run('data search-people --all')
  assert.deepEqual([unlimited.code, unlimited.stderr.includes('--all needs --max-credits')], [2, true])
})

test('--all prints what was bought when the credits run out in the middle', async () => {
  const poor = await boot({ clock: systemClock })
  await addPeople(poor.ctx, 'crm', people)
  const own = { QUOIN_API_KEY: await poor.key(), QUOIN_BASE_URL: poor.url }
  const { code, page, stderr } = await search('--all --limit 20 --max-credits 100', own)
  assert.deepEqual([code, countDistinct(page), page.has_more], [6, 40, true], stderr)
  assert.match(stderr, /^40 credits charged\.\n[^]*402 insufficient_credits/)
})

test('a search that failed in the middle is continued with its idempotency key, and nothing is charged twice', async () => {
  for (const [fault, expected] of [
    [{ status: 503, body: { code: 'unavailable' } }, 1],
    ['lose', 3],
  ] as const) {
    const before = await spent()
    under(['none', fault, fault, fault])
    const { code, page, stderr } = await search('--all --limit 4 --max-credits 8')
    assert.deepEqual([code, page.data.length], [expected, 4], stderr)
    const [hint = '', key] = /To continue, .* --idempotency-key (\S+)\. /.exec(stderr) ?? []
    assert.equal(stderr.split('--idempotency-key').length, 2, hint)
    const again = await search(`--all --limit 4 --max-credits 8 --idempotency-key ${key}`)
    assert.deepEqual([countDistinct(again.page), countDistinct(page, again.page)], [8, 8])
    assert.equal((await spent()) - before, 8)
  }
})

test('Ctrl-C prints what was bought', async () => {
  const before = await spent()
  for (const [faults, bought] of [
    [['none', 'hang'], 4],
    [['hang'], 0],
  ] as const) {
    under([...faults])
    const program = cli.start('data search-people --all --limit 4 --max-credits 8 --json'.split(' '))
    await until('the page that hangs', () => proxy.seen.length === faults.length)
    program.child.kill('SIGINT')
    const { code, stdout, stderr } = await program.ended
    assert.equal(code, 130, stderr)
    assert.equal(JSON.parse(stdout || '{"data": []}').data.length, bought)
    assert.match(stderr, /To continue, .* --idempotency-key \S+\. [^]*Interrupted\.\n$/)
  }
  // The server completes the calls whose responses hang.
  await until('the charge of every page', async () => (await spent()) - before === 12)
})

test('a response that cannot be printed as requested is refused before it costs anything, or printed all the same', async () => {
  const before = await spent()
  const wrong = await cli.run('data search-people --max-credits 2 --jq .data[')
  assert.deepEqual([wrong.code, wrong.stderr.includes('--jq cannot parse')], [2, true])
  assert.equal(await spent(), before)
  const { code, page, stderr } = await search(`--max-credits 2 --output ${join(cli.home, 'no-folder/people.json')}`)
  assert.deepEqual([code, page.data.length, stderr.includes('no such file')], [1, 2, true])
})
