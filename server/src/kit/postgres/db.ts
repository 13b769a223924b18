import { type ClientConfig, DatabaseError } from 'pg'
import { parse } from 'pg-connection-string'
import { isStaleError } from './connection.ts'
import { ListenConnection, type Subscription } from './listen.ts'
import { Connections } from './pool.ts'
import { type Db, type Statement, tag } from './statement.ts'
import { begin, type Transaction } from './transaction.ts'

/** Callers need this file alone: `Db` is what SQL functions take, a pool or a transaction. */
export type { Db, Statement } from './statement.ts'

export interface Pool extends Db {
  readonly options: ConnectOptions & { readonly config: ClientConfig }
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  begin<T>(mode: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** `onListening` is called each time LISTEN took effect, also after a reconnect: notifications in between were missed. */
  listen(channel: string, onNotify: (payload: string) => void, onListening: () => void): Promise<Subscription>
  notify(channel: string): Promise<unknown>
  /** Closes every connection once its statements are answered, at the latest after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  readonly max?: number
  /** Names the connection in pg_stat_activity. */
  readonly name?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Our transactions wait for the database alone. One that is idle belongs to a frozen process, and its locks block the others. */
const IDLE_IN_TRANSACTION_MS = 10_000

/** A URL, or the folder of a Unix socket for the embedded server. */
export function connect(address: string, options: ConnectOptions = {}): Pool {
  return openPool(address.startsWith('/') ? socketConfig(address) : urlConfig(address), options)
}

/** `/folder/of/socket?database` */
function socketConfig(address: string): ClientConfig {
  const [host = '', database = 'quoin'] = address.split('?')
  return { host, port: 5432, database, user: 'quoin' }
}

function urlConfig(url: string): ClientConfig {
  const { host, port, ...rest } = parse(url, { useLibpqCompat: true })
  return { ...rest, host: host ?? 'localhost', port: Number(port || 5432) } as ClientConfig
}

function openPool(
  config: ClientConfig,
  { max = 10, name = 'quoin', settings = {} }: ConnectOptions,
  onLost?: () => void,
): Pool {
  const set = { idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS), ...settings }
  const written = Object.entries(set).map(([setting, value]) => `-c ${setting}=${value}`)
  const full = { ...config, application_name: name, options: [config.options, ...written].join(' ') }
  const connections = new Connections({ config: full, max, onLost })
  const listener = new ListenConnection(full)
  return Object.assign(
    tag((statement) => connections.send(statement)),
    {
      options: { config, max, name, settings },
      begin: <T>(mode: string | Work<T>, work?: Work<T>) =>
        typeof mode === 'string' ? begin(connections, mode, work as Work<T>) : begin(connections, '', mode),
      listen: listener.listen.bind(listener),
      notify: (channel: string) => connections.send({ text: 'select pg_notify($1, $2)', values: [channel, ''] }),
      async end(how?: { timeout?: number }) {
        await Promise.all([connections.end(how), listener.close()])
      },
    },
  )
}

type Work<T> = (tx: Transaction) => Promise<T>

/**
 * A single connection to the same database, for session state such as advisory locks. `onLost` is called when it ends and its
 * session state with it; the next statement opens another.
 */
export function connectSession({ options }: Pool, onLost: () => void): Pool {
  return openPool(options.config, { ...options, max: 1 }, onLost)
}

/** A pool of its own to the same database, for work that must not wait behind a busy pool. */
export function connectDedicated(
  { options }: Pool,
  { max, name, settings = {} }: { max: number; name: string; settings?: Readonly<Record<string, string>> },
): Pool {
  return openPool(options.config, { max, name, settings: { ...options.settings, ...settings } })
}

/**
 * Settings for connections whose few statements are planned once, over the indexes made for them. Measured: planning costs as
 * much as a small claim, and a plan made while a table was empty would go on reading all of it (decision 0010).
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

/** Runs work in a transaction, or in a savepoint when `db` is a transaction already, so that services compose. */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const outer = hooks.get(db)
  const after = outer ?? new Set()
  const run = (tx: Db) => {
    hooks.set(tx, after)
    return work(tx)
  }
  const result = isPool(db) ? await db.begin(run) : await (db as Transaction).savepoint(run)
  if (!outer) for (const hook of after) hook()
  return result
}

export function isPool(db: Db): db is Pool {
  return 'begin' in db
}

/** Calls a hook after the transaction commits, or at once without one. A function that was added twice is called once. */
export function afterCommit(db: Db, hook: () => void): void {
  const after = hooks.get(db)
  if (after) after.add(hook)
  else hook()
}

/** Runs reads that must agree with each other: all see the database as of the first one. */
export function snapshot<T>(db: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.begin('isolation level repeatable read read only', work)
}

/** Reads the rows of a statement by a cursor, a chunk at a time. Needs a transaction. */
export async function* fetchInChunks<List extends readonly unknown[]>(
  tx: Db,
  statement: Statement<List>,
  size: number,
): AsyncGenerator<List> {
  await tx`declare chunks no scroll cursor for ${statement}`
  for (;;) {
    const rows = await tx<List>`fetch ${tx.unsafe(String(size))} from chunks`
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await tx`close chunks`
}

/** The name of the violated constraint, for the service that knows its meaning. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined
}

/** True when the transaction was ended because it and another one waited for each other: it may be run again. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

/** True when the database could not be reached or aborted the work: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (isStaleError(error)) return true
  if (typeof code !== 'string') return false
  return /^(08|53|57P|55P03|40001|40P01|25006|25P03|CONNECTION_LOST|ECONN|ENOENT$|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(
    code,
  )
}

/**
 * True when PostgreSQL refuses a value or a statement itself (classes 22 and 54: too long, out of range, too complex): the fault
 * is in the request. The same request fails again; others are not affected.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|54)/.test(error.code ?? '')
}
