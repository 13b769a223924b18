import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Pool } from '../src/kit/postgres/db.ts'
import { findRunningPostgres } from '../src/kit/postgres/embedded/embedded-postgres.ts'
import { cpuSeconds } from './rig/machine.ts'
import { type Quoin, startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const POSTS = Number(process.env['POSTS'] ?? 10_000)
const ACCOUNTS = 200
const LONE = 200
const LONE_EVERY_MS = 150
const CALLERS = 24

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
    const burst = await measureBurst(quoin, db, accounts)
    return report(burst, lone)
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

interface Burst {
  readonly seconds: number
  readonly createdPerSecond: number
  readonly cpu: number
  readonly disorder: number
  readonly lateMs: readonly number[]
}

/** All due within one second, an account's posts a few milliseconds apart. */
async function measureBurst(quoin: Quoin, db: Pool, accounts: readonly string[]): Promise<Burst> {
  const due = Math.ceil(Date.now() / 1000 + POSTS / 120 + 5) * 1000
  const begun = performance.now()
  const at = (n: number) => due + Math.floor((n / POSTS) * 1000)
  await crowd(POSTS, (n) => send(quoin, accounts[n % accounts.length], `${n}`, at(n)))
  const createdPerSecond = (POSTS / (performance.now() - begun)) * 1000
  if (Date.now() > due - 500) throw new Error('The posts were not stored before they were due: raise the lead.')
  // What creating them left to do is done before the clock strikes.
  await db`vacuum analyze jobs, posts, post_targets`
  await sleep(due - Date.now())
  const cpuBefore = cpuSeconds(quoin.pid)
  for (;;) {
    const [left] = await db<{ left: number }[]>`select count(*) as left from post_targets where wake_at is not null`
    if (left?.left === 0) break
    if (Date.now() > due + 120_000) throw new Error(`${left?.left} posts are still not published.`)
    await sleep(200)
  }
  const cpu = cpuSeconds(quoin.pid) - cpuBefore
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
    createdPerSecond,
    cpu,
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

function report({ seconds, createdPerSecond, cpu, disorder, lateMs }: Burst, lone: readonly number[]): Report {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (what: string, values: readonly number[]) => [what, ...[0.5, 0.99, 1].map((q) => ms(quantile(values, q)))]
  const count = POSTS.toLocaleString('en')
  const lateness = table(
    ['published after the due time', 'p50', 'p99', 'last'],
    [
      row(`${count} posts of ${ACCOUNTS} accounts, due within one second`, lateMs),
      row(`a lone post (${LONE} of them)`, lone),
    ],
  )
  return {
    title: 'Publishing',
    text: `One process with API and worker and PostgreSQL on its durable defaults; the sandbox, which stores what it is given in the same
database, is the platform. A post is claimed, its intent committed, sent, and its outcome recorded in four durable commits, shared by those that are due together.
${Math.round(createdPerSecond).toLocaleString('en')} posts a second were created over HTTP before; the burst cost ${cpu.toFixed(1)} s of processor time in Node.\n\n${lateness}`,
    bars: [
      { what: `seconds until ${count} posts due in one second are published`, is: seconds, atMost: 20 },
      { what: "posts out of their account's order", is: disorder, atMost: 0 },
      { what: 'p99 lateness of a lone post in ms', is: quantile(lone, 0.99), atMost: 250 },
    ],
  }
}
