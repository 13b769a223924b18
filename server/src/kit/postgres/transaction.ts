import type { Connection } from './connection.ts'
import { ConnectionLost } from './connection.ts'
import type { Sink } from './copy-query.ts'
import type { Connections } from './pool/pool.ts'
import { type CompiledStatement, type Db, quote, tag } from './statement.ts'

export interface Transaction extends Db {
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** COPY FROM STDIN: each line is one row in COPY's text format, without its line ending. */
  copy(table: string, columns: readonly string[], lines: Iterable<string>): Promise<void>
  /** Runs a COPY statement, from bytes or into a sink. Both return the number of rows. */
  copyBytes(text: string, chunks: AsyncIterable<Uint8Array>): Promise<number>
  copyOut(text: string, sink: Sink): Promise<number>
}

/** A transaction or a savepoint: its first failed statement, and whether it is over. */
interface Scope {
  failure: Error | undefined
  isOver: boolean
}

/** Runs work in a transaction on a borrowed connection: commits when the work resolves, rolls back when it throws. */
export async function begin<T>(pool: Connections, mode: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const connection = await pool.borrow()
  try {
    // Not awaited: the first statement follows at once, which saves a round trip, and fails if this one does.
    const begun = connection.send({ text: `begin ${mode}${pool.afterBegin}` })
    begun.catch(() => {})
    const lost = new Promise<never>((_, reject) => (connection.onLostWhileLent = reject))
    return await Promise.race([runScope(connection, begun, work), lost])
  } finally {
    pool.putBack(connection)
  }
}

async function runScope<T>(
  connection: Connection,
  begun: Promise<unknown>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const scope: Scope = { failure: undefined, isOver: false }
  let result: T
  try {
    result = await work(transactionOn(connection, scope, { count: 0 }))
    await begun
    if (scope.failure) throw scope.failure
  } catch (error) {
    scope.isOver = true
    if (!connection.isLost) await connection.send({ text: 'rollback' })
    throw resolveCause(error, scope)
  }
  scope.isOver = true
  await connection.commit()
  return result
}

function transactionOn(connection: Connection, scope: Scope, savepoints: { count: number }): Transaction {
  async function recordFailure<T>(run: () => Promise<T>): Promise<T> {
    if (scope.isOver || connection.isLost) throw overError(connection)
    try {
      return await run()
    } catch (error) {
      scope.failure ??= error as Error
      throw error
    }
  }
  function send(statement: CompiledStatement): Promise<unknown> {
    const sent = recordFailure(() => connection.send(statement))
    // A failure fails the transaction, even if the statement itself is not awaited.
    sent.catch(() => {})
    return sent
  }

  async function savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const name = `s${savepoints.count++}`
    await send({ text: `savepoint ${name}` })
    const inner: Scope = { failure: undefined, isOver: false }
    try {
      const result = await work(transactionOn(connection, inner, savepoints))
      if (inner.failure) throw inner.failure
      return result
    } catch (error) {
      await send({ text: `rollback to ${name}` })
      throw resolveCause(error, inner)
    } finally {
      inner.isOver = true
    }
  }

  async function copy(table: string, columns: readonly string[], lines: Iterable<string>): Promise<void> {
    await recordFailure(() => connection.copy(`copy ${quote(table)} (${columns.map(quote).join()}) from stdin`, lines))
  }

  const copyBytes = (text: string, chunks: AsyncIterable<Uint8Array>) =>
    recordFailure(() => connection.copyBytes(text, chunks))
  const copyOut = (text: string, sink: Sink) => recordFailure(() => connection.copyOut(text, sink))

  return Object.assign(tag(send), { savepoint, copy, copyBytes, copyOut })
}

/** Statements after the failed one only report that the transaction is aborted (25P02). */
function resolveCause(error: unknown, { failure }: Scope): unknown {
  return (error as { code?: unknown } | null)?.code === '25P02' && failure ? failure : error
}

function overError(connection: Connection): Error {
  return connection.isLost
    ? new ConnectionLost('The connection of this transaction was lost')
    : new Error('This transaction is over: a statement came after its commit or rollback')
}
