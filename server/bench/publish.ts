import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Pool } from '../src/kit/postgres/db.ts'
import { findRunningPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { postmasterPid } from '../src/operations/embedded/postmaster.ts'
import { applyLoad } from './rig/load.ts'
import { cpuSeconds } from './rig/machine.ts'
import { type Quoin, startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const POSTS = Number(process.env['POSTS'] ?? 10_000)
const ACCOUNTS = 200
const LONE = 200
const LONE_EVERY_MS = 150
const CALLERS = 32
const CONNECTIONS = 64
const CREATE_SECONDS = 5
const MONTH_MS = 30 * 86_400_000

interface Entity {
  readonly external_id: string
  readonly selectable: boolean
}

/** The whole product on PostgreSQL's durable defaults, with the sandbox as the platform: also its database is this one. */
export async function bench(): Promise<Report> {
  const quoin = await startQuoin()
  const address = await findRunningPostgres(quoin.dataDir)
  const db = connect(address ?? '', { max: 2 })
  try {
    const accounts = await connectAccounts(quoin)
    const lone = await measureLone(quoin, db, accounts)
    await measureCreate(quoin, accounts, { isKeyed: false })
    // A server has statistics within a minute. Without them checks of foreign keys read every post of the workspace.
    await db`vacuum analyze`
    const plain = await measureCreate(quoin, accounts, { isKeyed: false })
    const keyed = await measureCreate(quoin, accounts, { isKeyed: true })
    const burst = await measureBurst(quoin, db, accounts)
    return report(burst, lone, { plain, keyed })
  } finally {
    await db.end({ timeout: 5 })
    await quoin.stop()
  }
}

async function connectAccounts(quoin: Quoin): Promise<string[]> {
  const call = async <T>(method: string, path: string, body?: unknown) => (await quoin.call(method, path, body)) as T
  const profile = await call<{ id: string }>('POST', '/v1/profiles', { name: 'Benchmark' })
  return crowd(ACCOUNTS, async (n) => {
    const body = { profile_id: profile.id, platform: 'sandbox', mode: 'headless' }
    const { id } = await call<{ id: string }>('POST', '/v1/connections', body)
    await call('POST', `/v1/connections/${id}/complete`, { credentials: { username: `user-${n}` } })
    const { data } = await call<{ data: Entity[] }>('GET', `/v1/connections/${id}/entities`)
    const externalId = data.find((entity) => entity.selectable)?.external_id
    return (await call<{ id: string }>('POST', `/v1/connections/${id}/select`, { external_id: externalId })).id
  })
}

/** Does something many times, a few at a time; answers in order. */
async function crowd<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let n = next++; n < count; n = next++) results[n] = await work(n)
    }),
  )
  return results
}

function send(quoin: Quoin, accountId: string | undefined, content: string, at: number): Promise<unknown> {
  const body = { targets: [{ account_id: accountId }], content, scheduled_at: new Date(at).toISOString() }
  return quoin.call('POST', '/v1/posts', body)
}

interface CreateFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time for each post. */
  readonly node: number
  readonly postgres: number
}

/** Posts of one target, due in a month. With keys as the SDK sends them, the answer is stored with the post. */
async function measureCreate(
  quoin: Quoin,
  accounts: readonly string[],
  { isKeyed }: { isKeyed: boolean },
): Promise<CreateFigures> {
  const buildPostBody = (n: number) =>
    JSON.stringify({
      targets: [{ account_id: accounts[n % accounts.length] }],
      content: `Post ${n}`,
      scheduled_at: new Date(Date.now() + MONTH_MS + n * 1000).toISOString(),
    })
  const buildHeaders = () => (isKeyed ? { 'idempotency-key': randomUUID() } : {})
  const requests = Array.from({ length: 20_000 }, (_, n) => ({ body: buildPostBody(n), headers: buildHeaders() }))
  const before = processorTime(quoin)
  const measured = await applyLoad({
    url: quoin.url,
    paths: ['/v1/posts'],
    requests,
    headers: { authorization: `Bearer ${quoin.liveKey}`, 'content-type': 'application/json' },
    connections: CONNECTIONS,
    seconds: CREATE_SECONDS,
  })
  const after = processorTime(quoin)
  const posts = measured.perSecond * CREATE_SECONDS
  const each = (seconds: number) => (seconds * 1000) / posts
  return { ...measured, node: each(after.node - before.node), postgres: each(after.postgres - before.postgres) }
}

function processorTime({ pid, dataDir }: Quoin) {
  const postmaster = postmasterPid(join(dataDir, 'postgres')) ?? 0
  return { node: cpuSeconds(pid), postgres: cpuSeconds(postmaster, { family: true }) }
}

interface Burst {
  readonly seconds: number
  readonly node: number
  readonly postgres: number
  readonly disorder: number
  readonly lateMs: readonly number[]
}

/** All due within one second, an account's posts a few milliseconds apart. */
async function measureBurst(quoin: Quoin, db: Pool, accounts: readonly string[]): Promise<Burst> {
  const due = Math.ceil(Date.now() / 1000 + POSTS / 400 + 10) * 1000
  const at = (n: number) => due + Math.floor((n / POSTS) * 1000)
  await crowd(POSTS, (n) => send(quoin, accounts[n % accounts.length], `${n}`, at(n)))
  if (Date.now() > due - 500) throw new Error('The posts were not stored before they were due: raise the lead.')
  // What creating them left to do is done before the clock strikes.
  await db`vacuum analyze jobs, posts, post_targets`
  await sleep(due - Date.now())
  const before = processorTime(quoin)
  for (;;) {
    const [left] = await db<{ left: number }[]>`
      select count(*) as left from post_targets where wake_at < ${new Date(due + 60_000)}`
    if (left?.left === 0) break
    if (Date.now() > due + 120_000) throw new Error(`${left?.left} posts are still not published.`)
    await sleep(200)
  }
  const after = processorTime(quoin)
  const rows = await db<{ late_ms: number }[]>`
    select extract(epoch from t.published_at - p.scheduled_at)::float8 * 1000 as late_ms
    from post_targets t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    where t.status = 'published' and p.content <> 'lone'`
  if (rows.length !== POSTS) throw new Error(`${rows.length} of ${POSTS} were published.`)
  const [last] = await db<
    { ms: number }[]
  >`select extract(epoch from max(published_at))::float8 * 1000 as ms from post_targets`
  const [order] = await db<{ disorder: number }[]>`
    select count(*) as disorder from (
      select body::int < lag(body::int) over (partition by entity_id order by created_at, id) as is_wrong
      from sandbox_posts where body <> 'lone'
    ) o where is_wrong`
  return {
    seconds: ((last?.ms ?? 0) - due) / 1000,
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
    disorder: order?.disorder ?? Number.NaN,
    lateMs: rows.map((row) => row.late_ms),
  }
}

/** Milliseconds from its time until a post that is alone is on the platform and settled. */
async function measureLone(quoin: Quoin, db: Pool, accounts: readonly string[]): Promise<number[]> {
  const begin = Date.now() + 2000
  await crowd(LONE, (n) => send(quoin, accounts[n % accounts.length], 'lone', begin + n * LONE_EVERY_MS))
  await sleep(begin + LONE * LONE_EVERY_MS - Date.now() + 2000)
  const rows = await db<{ late_ms: number }[]>`
    select extract(epoch from t.published_at - p.scheduled_at)::float8 * 1000 as late_ms
    from post_targets t join posts p on p.workspace_id = t.workspace_id and p.id = t.post_id
    where p.content = 'lone' and t.status = 'published'`
  if (rows.length !== LONE) throw new Error(`${rows.length} of ${LONE} lone posts were published.`)
  return rows.map((row) => row.late_ms)
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

interface Creations {
  readonly plain: CreateFigures
  readonly keyed: CreateFigures
}

function report(
  { seconds, node, postgres, disorder, lateMs }: Burst,
  lone: readonly number[],
  { plain, keyed }: Creations,
): Report {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (what: string, values: readonly number[]) => [what, ...[0.5, 0.99, 1].map((q) => ms(quantile(values, q)))]
  const count = POSTS.toLocaleString('en')
  const created = table(
    [
      `created over HTTP, ${CONNECTIONS} connections`,
      'posts/s',
      'p50',
      'p99',
      'Node, ms per post',
      'PostgreSQL, ms per post',
    ],
    [['without an Idempotency-Key', plain] as const, ['with an Idempotency-Key, as the SDKs send', keyed] as const].map(
      ([what, { perSecond, p50, p99, ...cpu }]) => [
        what,
        Math.round(perSecond).toLocaleString('en'),
        ms(p50),
        ms(p99),
        cpu.node.toFixed(2),
        cpu.postgres.toFixed(2),
      ],
    ),
  )
  const lateness = table(
    ['published after the due time', 'p50', 'p99', 'max'],
    [
      row(`${count} posts of ${ACCOUNTS} accounts, due within one second`, lateMs),
      row(`a lone post (${LONE} of them)`, lone),
    ],
  )
  return {
    title: 'Publishing',
    text: `One process for API and worker, and PostgreSQL on its durable defaults. The platform is the sandbox, which stores posts in the
same database. A post is claimed, its intent committed, sent, and its outcome recorded, in four durable commits that posts due
together share. The load comes from a separate process on the same machine.

${created}

${lateness}

The burst was published in ${seconds.toFixed(1)} s, with ${disorder} posts out of their account's order, and took ${node.toFixed(1)} s of CPU time in Node and
${postgres.toFixed(1)} s in PostgreSQL.`,
    bars: [
      { what: 'posts created a second, without a key', is: plain.perSecond, atLeast: 1500 },
      { what: 'posts created a second, with an Idempotency-Key', is: keyed.perSecond, atLeast: 1500 },
      { what: `seconds until ${count} posts due in one second are published`, is: seconds, atMost: 6 },
      { what: "posts out of their account's order", is: disorder, atMost: 0 },
      { what: 'p99 lateness of a lone post in ms', is: quantile(lone, 0.99), atMost: 250 },
    ],
  }
}
