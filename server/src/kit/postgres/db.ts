import { type ClientConfig, DatabaseError } from 'pg'
import { parse } from 'pg-connection-string'
import { isStaleError } from './connection.ts'
import { Listening, type Subscription } from './listen.ts'
import { Connections } from './pool.ts'
import { type Db, type Statement, tag } from './statement.ts'
import { begin, type Transaction } from './transaction.ts'

export type { Db, Statement } from './statement.ts'

export interface Pool extends Db {
  readonly options: ConnectOptions & { readonly config: ClientConfig }
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  begin<T>(mode: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** `listening` is called each time the connection listens, also anew: what came in between was missed. */
  listen(channel: string, heard: (payload: string) => void, listening: () => void): Promise<Subscription>
  notify(channel: string): Promise<unknown>
  /** Closes every connection when what is under way is done, at the latest after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  readonly max?: number
  /** Names the connection in pg_stat_activity. */
  readonly name?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** No transaction waits for anything but the database: one that does belongs to a process that froze, and its locks hold up the others. */
const IDLE_MS = 10_000

/** A URL, or the folder of a Unix socket for the embedded server. */
export function connect(address: string, options: ConnectOptions = {}): Pool {
  return open(address.startsWith('/') ? socketConfig(address) : urlConfig(address), options)
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

function open(
  config: ClientConfig,
  { max = 10, name = 'quoin', settings = {} }: ConnectOptions,
  onLost?: () => void,
): Pool {
  const set = { idle_in_transaction_session_timeout: String(IDLE_MS), ...settings }
  const written = Object.entries(set).map(([setting, value]) => `-c ${setting}=${value}`)
  const full = { ...config, application_name: name, options: [config.options, ...written].join(' ') }
  const connections = new Connections({ config: full, max, onLost })
  const listening = new Listening(full)
  return Object.assign(
    tag((statement) => connections.send(statement)),
    {
      options: { config, max, name, settings },
      begin: <T>(mode: string | Work<T>, work?: Work<T>) =>
        typeof mode === 'string' ? begin(connections, mode, work as Work<T>) : begin(connections, '', mode),
      listen: listening.listen.bind(listening),
      notify: (channel: string) => connections.send({ text: 'select pg_notify($1, $2)', values: [channel, ''] }),
      async end(how?: { timeout?: number }) {
        await Promise.all([connections.end(how), listening.close()])
      },
    },
  )
}

type Work<T> = (tx: Transaction) => Promise<T>

/**
 * A connection of its own to the same database, for what lives in a session, such as its locks. `onLost` is called when it
 * ends, and with it all of that; the next statement opens another.
 */
export function sessionOf({ options }: Pool, onLost: () => void): Pool {
  return open(options.config, { ...options, max: 1 }, onLost)
}

/** A few connections of its own to the same database, for work that must not wait behind a busy pool. */
export function connectBeside(
  { options }: Pool,
  { max, name, settings = {} }: { max: number; name: string; settings?: Readonly<Record<string, string>> },
): Pool {
  return open(options.config, { max, name, settings: { ...options.settings, ...settings } })
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

/** Calls a hook once the transaction has committed; at once when there is none. The same function is called once. */
export function afterCommit(db: Db, hook: () => void): void {
  const after = hooks.get(db)
  if (after) after.add(hook)
  else hook()
}

/** Runs reads that must agree with each other: all see the database as it was at the first. */
export function snapshot<T>(db: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.begin('isolation level repeatable read read only', work)
}

/** Reads what a statement finds a portion at a time, inside a transaction. */
export async function* portions<List extends readonly unknown[]>(
  tx: Db,
  statement: Statement<List>,
  size: number,
): AsyncGenerator<List> {
  await tx`declare portions no scroll cursor for ${statement}`
  for (;;) {
    const rows = await tx<List>`fetch ${tx.unsafe(String(size))} from portions`
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await tx`close portions`
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
  return error instanceof DatabaseError ? error.constraint : undefined
}

/** True when the database could not be reached or gave up on us: the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (isStaleError(error)) return true
  if (typeof code !== 'string') return false
  return /^(08|53|57P|55P03|40001|40P01|25006|25P03|CONNECTION_LOST|ECONN|ENOENT$|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(
    code,
  )
}

/**
 * True when PostgreSQL cannot take a value or a statement as it is (classes 22 and 54: too long, out of range, too complex):
 * the fault of what was asked. The same question fails again, and every other is answered.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|54)/.test(error.code ?? '')
}
