import type { Connection } from './connection.ts'
import { ConnectionLost } from './connection.ts'
import type { Connections } from './pool.ts'
import { type Compiled, type Db, quote, tag } from './statement.ts'

export interface Transaction extends Db {
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** COPY of rows as it reads them, without their ends. */
  copy(table: string, columns: readonly string[], lines: Iterable<string>): Promise<void>
}

/** A transaction, or a savepoint in one: which of its statements failed first, and whether it is over. */
interface Scope {
  failure: Error | undefined
  isOver: boolean
}

/** Runs work in a transaction on a connection of its own; it commits when the work is done and rolls back when it throws. */
export async function begin<T>(pool: Connections, mode: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const connection = await pool.borrow()
  try {
    // Not waited for: the first statement goes out right behind it, and fails when this one does.
    const begun = connection.send({ text: `begin ${mode}` })
    begun.catch(() => {})
    const lost = new Promise<never>((_, reject) => (connection.onLostWhileLent = reject))
    return await Promise.race([runScope(connection, begun, work), lost])
  } finally {
    pool.giveBack(connection)
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
    throw causeOf(error, scope)
  }
  scope.isOver = true
  await connection.commit()
  return result
}

function transactionOn(connection: Connection, scope: Scope, savepoints: { count: number }): Transaction {
  async function watched<T>(run: () => Promise<T>): Promise<T> {
    if (scope.isOver || connection.isLost) throw over(connection)
    try {
      return await run()
    } catch (error) {
      scope.failure ??= error as Error
      throw error
    }
  }
  function send(statement: Compiled): Promise<unknown> {
    const sent = watched(() => connection.send(statement))
    // A failure fails the transaction, whether or not the statement itself is awaited.
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
      throw causeOf(error, inner)
    } finally {
      inner.isOver = true
    }
  }

  async function copy(table: string, columns: readonly string[], lines: Iterable<string>): Promise<void> {
    await watched(() => connection.copy(`copy ${quote(table)} (${columns.map(quote).join()}) from stdin`, lines))
  }

  return Object.assign(tag(send), { savepoint, copy })
}

/** Statements behind the one that failed only say that the transaction is aborted. */
function causeOf(error: unknown, { failure }: Scope): unknown {
  return (error as { code?: unknown } | null)?.code === '25P02' && failure ? failure : error
}

function over(connection: Connection): Error {
  return connection.isLost
    ? new ConnectionLost('The connection of this transaction was lost')
    : new Error('This transaction is over: a statement came after its commit or rollback')
}
