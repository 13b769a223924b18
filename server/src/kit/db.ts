import type { Sql, TransactionSql } from 'postgres'
import { postgres } from './postgres-driver.ts'

/** A pool or an open transaction: SQL functions take either and cannot tell. */
export type Db = Sql | TransactionSql
export type Pool = Sql

export interface ConnectOptions {
  readonly max?: number
  /** Names the connection in pg_stat_activity. */
  readonly name?: string
}

/** No transaction waits for anything but the database: one that does belongs to a process that froze, and its locks hold up the others. */
const IDLE_MS = 10_000

/** A URL, or the folder of a Unix socket for the embedded server. */
export function connect(address: string, { max = 10, name = 'quoin' }: ConnectOptions = {}): Pool {
  const where = address.startsWith('/') ? socketOptions(address) : {}
  return postgres(address.startsWith('/') ? '' : address, {
    ...where,
    max,
    // The driver's own patience grows to 20 s: a database that comes back would be left waiting that long.
    backoff: (retries) => Math.min(0.025 * 2 ** retries, 0.5),
    onnotice: () => {},
    connection: { application_name: name, idle_in_transaction_session_timeout: IDLE_MS },
    types: { int8: { to: 20, from: [20], serialize: String, parse: safeInteger } },
  })
}

/** `/folder/of/socket?database` */
function socketOptions(address: string) {
  const [host = '', database = 'quoin'] = address.split('?')
  return { host, port: 5432, database, username: 'quoin' }
}

/**
 * A connection of its own to the same database, for what lives in a session, such as its locks. `onLost` is told when it
 * ends, and with it all of that; the next statement opens another.
 */
export function sessionOf(db: Pool, onLost: () => void): Pool {
  const lasting = { max: 1, idle_timeout: null, max_lifetime: null, onclose: onLost }
  return postgres({ ...db.options, ...lasting } as unknown as Parameters<typeof postgres>[1])
}

/** A few connections of its own to the same database, for work that must not wait behind a busy pool. */
export function connectBeside(
  pool: Pool,
  { max, name, settings = {} }: { max: number; name: string; settings?: Readonly<Record<string, string>> },
): Pool {
  const connection = { ...pool.options.connection, ...settings, application_name: name }
  return postgres({ ...pool.options, max, connection } as unknown as Parameters<typeof postgres>[1])
}

/**
 * For connections whose few statements are planned once, and over the indexes made for them: planning costs as much as a small
 * claim, and a plan made while a table was empty must not read all of it once it is not.
 */
export const PLANNED_ONCE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

const hooks = new WeakMap<Db, Set<() => void>>()

/** Runs work in one transaction; inside another it becomes a savepoint, so services compose. */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const outer = hooks.get(db)
  const after = outer ?? new Set()
  // The driver remembers the first call of every statement for good, and with it the transaction it was made in: what the work
  // holds, the rows of a large job say, must not hang on that.
  const todo = [work]
  const run = (tx: Db) => {
    hooks.set(tx, after)
    return (todo.pop() as typeof work)(tx)
  }
  const result = (await ('begin' in db ? db.begin(run) : db.savepoint(run))) as T
  if (!outer) for (const hook of after) hook()
  return result
}

/** Calls a hook once the transaction has committed; at once when there is none. The same function is called once. */
export function afterCommit(db: Db, hook: () => void): void {
  const after = hooks.get(db)
  if (after) after.add(hook)
  else hook()
}

/** Runs reads that must agree with each other: all see the database as it was at the first. */
export function snapshot<T>(db: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.begin('isolation level repeatable read read only', work) as Promise<T>
}

/** The driver takes the type of a list from its first item, which for true and false is no list: name it. */
export function booleans(db: Db, values: readonly boolean[]) {
  return db.array(values as boolean[], 1000)
}

/*
 * Arrays as PostgreSQL writes them, for statements with many long ones: the driver looks at every item of a list on its own,
 * which for a batch of calls costs more than the batch.
 */
export function texts(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}'
  if (values.includes(null)) return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join()}}`
  return /["\\]/.test(values.join('')) ? `{${(values as string[]).map(quoted).join()}}` : `{"${values.join('","')}"}`
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

export function numbers(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`
}

export function truths(values: readonly boolean[]): string {
  return `{${values.join()}}`
}

/** The violated constraint's name, for the service that knows what it means. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.constraint_name : undefined
}

/** True when the database could not be reached or gave up on us: the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return false
  return /^(08|53|57P|55P03|40001|40P01|25006|25P03|CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT$|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(
    code,
  )
}

function safeInteger(text: string): number {
  const n = Number(text)
  if (!Number.isSafeInteger(n)) throw new RangeError(`${text} does not fit a safe integer`)
  return n
}
