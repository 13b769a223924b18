import type { Db } from '../../kit/postgres/db.ts'
import * as sql from './sql.ts'

const ALTERED = /\balter\s+table\s+(?:only\s+)?(\w+)/gi
const INDEXED = /\bindex\s+\w+\s+on\s+(\w+)/gi

/**
 * Locks the tables that migrations change, on the coordinator, before their first change. A call there waits for the worker
 * that runs its function or trigger, and the worker would wait for a shard that a migration has already changed. If the
 * migration then waited for that call, it would be a deadlock across nodes, which PostgreSQL does not detect.
 */
export async function lockChanges(tx: Db, texts: readonly string[]): Promise<void> {
  const placed = (await sql.listTables(tx)).filter(({ place }) => place !== null).map(({ name }) => name)
  const named = (pattern: RegExp) => {
    const names = new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
    return placed.filter((name) => names.has(name))
  }
  const altered = named(ALTERED)
  const indexed = named(INDEXED).filter((name) => !altered.includes(name))
  if (altered.length > 0) await sql.lockTables(tx, altered, 'access exclusive')
  if (indexed.length > 0) await sql.lockTables(tx, indexed, 'share')
}
