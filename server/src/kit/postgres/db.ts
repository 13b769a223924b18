import { type ClientConfig, DatabaseError } from 'pg'
import { isTracing, tracePart } from '../trace.ts'
import { parseAddress } from './address.ts'
import { isStaleError } from './connection.ts'
import { ListenConnection, type Subscription } from './listen.ts'
import { Connections, type PoolUsage } from './pool/pool.ts'
import { Servers } from './servers.ts'
import { type CompiledStatement, type Db, type Statement, tag } from './statement.ts'
import { begin, type Transaction } from './transaction.ts'

const QUOTED_NAME = /constraint "([^"]+)"/
const SHARD_NUMBER = /_\d{6,}$/
const LOST_NODE =
  /^(?:failure on connection marked as essential|connection to the remote node|could not establish any connections)/

/** The only file that callers import: `Db`, a pool or a transaction, is the argument of SQL functions. */
export type { Db, Statement } from './statement.ts'

/** Connections to one database. `await using` ends them with the scope. */
export interface Pool extends Db, AsyncDisposable {
  readonly options: ConnectOptions & { readonly config: ClientConfig }
  /** Runs statements on the LISTEN connection, which no other statement keeps busy. */
  readonly session: Db
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  begin<T>(mode: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls `onListening` each time LISTEN takes effect, including after a reconnect: notifications in between were missed. */
  listen(channel: string, onNotify: (payload: string) => void, onListening: () => void): Promise<Subscription>
  notify(channel: string, payload?: string): Promise<unknown>
  readonly send: (statement: CompiledStatement) => Promise<unknown>
  usage(): PoolUsage
  /** Closes every connection once its statements have completed, at the latest after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

/** Time the statements of a pool get to complete when its scope ends. */
const END_SECONDS = 5

export interface ConnectOptions {
  readonly max?: number
  /** Name of the connection in pg_stat_activity. */
  readonly name?: string
  readonly settings?: Readonly<Record<string, string>>
  /**
   * The address of the server itself when the pool's address is a transaction pooler, such as PgBouncer: LISTEN needs a
   * session. A pooler gets no settings at the start of a connection, because it refuses them, and no names of statements.
   * Statements are not pipelined either: PgBouncer before 1.21 gives the remaining results of a client that died to the next
   * client, which takes them for its own (decision 0043).
   */
  readonly sessionAddress?: string | undefined
  /** True to prepare statements by name, and to pipeline them. By default a pooler gets neither. */
  readonly isPrepared?: boolean | undefined
  /** Accepts a standby, for reads that may lag. */
  readonly canBeStandby?: boolean
  /** True if connections are few: dedicated pools of one kind are shared. */
  readonly isSharing?: boolean
}

/** Our transactions wait only for the database. An idle one belongs to a frozen process, and its locks block others. */
const IDLE_IN_TRANSACTION_MS = 10_000

/** Connection target of a pool and of those made from it. */
interface Target {
  readonly config: ClientConfig
  readonly servers: Servers
}

const targets = new WeakMap<Pool, { readonly target: Target; readonly session: Target }>()

/** Connects to a URL, or to the folder of a Unix socket for the embedded server. */
export function connect(address: string, options: ConnectOptions = {}): Pool {
  const { sessionAddress, canBeStandby = false } = options
  const isPooled = sessionAddress !== undefined
  const target = createTarget(address, { canBeStandby, isPooled })
  const session =
    sessionAddress === undefined ? target : createTarget(sessionAddress, { canBeStandby, isPooled: false })
  return openPool(target, session, options)
}

function createTarget(address: string, options: { canBeStandby: boolean; isPooled: boolean }): Target {
  const { config, servers } = parseAddress(address)
  return { config: { ...config, ...servers[0] }, servers: new Servers({ servers, ...options }) }
}

function openPool(target: Target, session: Target, options: ConnectOptions): Pool {
  const { max = 10, name = 'quoin', settings = {} } = options
  const isPooled = target !== session
  const { isPrepared = !isPooled } = options
  const set = { idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS), ...settings }
  const written = Object.entries(set).map(([setting, value]) => `-c ${setting}=${value}`)
  const buildConfig = ({ config }: Target) => ({
    ...config,
    application_name: name,
    options: [config.options, ...written].join(' '),
  })
  const connections = new Connections({
    servers: target.servers,
    // One name for all: a pooler would set each one on its servers again and again.
    config: { ...(isPooled ? { ...target.config, application_name: 'quoin' } : buildConfig(target)), isPrepared },
    afterBegin: isPooled ? `; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}` : '',
    max,
    isPipelined: isPrepared || !isPooled,
  })
  const listener = new ListenConnection(session.servers, buildConfig(session))
  const send = (statement: CompiledStatement) =>
    isTracing() ? sendTraced(connections, statement) : connections.send(statement)
  const end = async (how?: { timeout?: number }) => {
    await Promise.all([connections.end(how), listener.close()])
  }
  const pool: Pool = Object.assign(tag(send), {
    send,
    options: { ...options, config: target.config, max, name, settings },
    session: tag((statement) => listener.send(statement)),
    begin: <T>(mode: string | Work<T>, work?: Work<T>) =>
      isTracing()
        ? tracePart('transaction', 'client', DATABASE, () => beginAs(connections, mode, work))
        : beginAs(connections, mode, work),
    listen: listener.listen.bind(listener),
    usage: () => connections.usage,
    notify: (channel: string, payload = '') =>
      connections.send({ text: 'select pg_notify($1, $2)', values: [channel, payload] }),
    end,
    [Symbol.asyncDispose]: () => end({ timeout: END_SECONDS }),
  })
  targets.set(pool, { target, session })
  return pool
}

type Work<T> = (tx: Transaction) => Promise<T>

function beginAs<T>(connections: Connections, mode: string | Work<T>, work: Work<T> | undefined): Promise<T> {
  return typeof mode === 'string' ? begin(connections, mode, work as Work<T>) : begin(connections, '', mode)
}

const DATABASE = { 'db.system.name': 'postgresql' }

/** Traces the first line of a statement. It contains no values: these are sent separately. */
function sendTraced(connections: Connections, statement: CompiledStatement): Promise<unknown> {
  const text = statement.text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)
  const attributes = { ...DATABASE, 'db.query.text': text }
  return tracePart(text.split(' ', 1)[0] ?? '', 'client', attributes, () => connections.send(statement))
}

/** Opens a separate connection with a session, for a lock or a migration; never through a pooler. */
export function connectSession(pool: Pool, name: string): Pool {
  const { session } = getTargets(pool)
  return openPool(session, session, { max: 1, name })
}

export interface DedicatedOptions {
  readonly max: number
  readonly name: string
  readonly settings?: Readonly<Record<string, string>>
  /** Pool to share: where connections are few, pools of one kind are shared with the settings of the first. */
  readonly kind?: 'claims' | 'outcomes'
}

/** Opens a separate pool to the same database, for work that must not wait behind a busy pool. */
export function connectDedicated(pool: Pool, { max, name, settings = {}, kind }: DedicatedOptions): Pool {
  const { target, session } = getTargets(pool)
  const { options } = pool
  const open = () =>
    openPool(target, session, { ...options, max, name, settings: { ...options.settings, ...settings } })
  return kind && options.isSharing ? share(pool, kind, open) : open()
}

interface SharedPool {
  readonly pool: Pool
  users: number
}

const shared = new WeakMap<Pool, Map<string, SharedPool>>()

/** Returns the shared pool of this kind, which ends with its last user. */
function share(parent: Pool, kind: string, open: () => Pool): Pool {
  const kinds = shared.get(parent) ?? new Map<string, SharedPool>()
  shared.set(parent, kinds)
  const one = kinds.get(kind) ?? { pool: open(), users: 0 }
  kinds.set(kind, one)
  one.users++
  const end: Pool['end'] = async (how) => {
    if (--one.users > 0) return
    kinds.delete(kind)
    await one.pool.end(how)
  }
  const user: Pool = Object.assign(tag(one.pool.send), { ...one.pool, end })
  targets.set(user, getTargets(one.pool))
  return user
}

function getTargets(pool: Pool): { readonly target: Target; readonly session: Target } {
  const known = targets.get(pool)
  if (!known) throw new TypeError('This pool was not created by connect')
  return known
}

/**
 * Settings for connections whose few statements are planned once, over the indexes made for them. Measured: planning costs as
 * much as a small claim, and a plan made while a table was empty would continue to read all of it (decision 0010).
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

/** Runs work in a transaction, or in a savepoint if `db` is already a transaction, so that services compose. */
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

/** Calls a hook after the transaction commits, or at once without one. A hook that is added twice is called once. */
export function afterCommit(db: Db, hook: () => void): void {
  const after = hooks.get(db)
  if (after) after.add(hook)
  else hook()
}

/** Runs reads that must be consistent: all see the database as of the first one. */
export function snapshot<T>(db: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.begin('isolation level repeatable read read only', work)
}

/** Collects statistics of every table. Without them plans are guesses. */
export async function analyze(db: Pool): Promise<void> {
  await db`analyze`
}

/** Reads the rows of a statement with a cursor, a chunk at a time. Needs a transaction. */
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

/** Returns the name of the violated constraint, for the service that knows its meaning. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? readConstraintName(error) : undefined
}

/** Returns true when the transaction was aborted because of a deadlock: it may be run again. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

/** Returns true when the database could not be reached or aborted the work: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (isStaleError(error) || isNodeLost(error)) return true
  if (typeof code !== 'string') return false
  return /^(08|53|57P|55P03|40001|40P01|25006|25P03|CONNECTION_LOST|NO_PRIMARY|ECONN|ENOENT$|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(
    code,
  )
}

/**
 * Returns true when PostgreSQL rejects a value or a statement (classes 22 and 54: too long, out of range, too complex): the
 * request is at fault. The same request fails again; others are not affected.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|54)/.test(error.code ?? '')
}

/** A shard's error comes without its fields: the name is in the message and ends in the number of the shard. */
function readConstraintName(error: DatabaseError): string | undefined {
  if (!error.code?.startsWith('23')) return undefined
  return (error.constraint ?? QUOTED_NAME.exec(error.message)?.[1])?.replace(SHARD_NUMBER, '')
}

/** Returns true when the coordinator lost its connection to a worker, which it reports as an internal error. */
function isNodeLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'XX000' && LOST_NODE.test(error.message)
}
