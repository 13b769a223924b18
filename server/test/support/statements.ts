import { Client } from 'pg'

export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Records every statement with values that this process sends while `work` runs, each text once, with its last values. */
export async function recordStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent = new Map<string, SentStatement>()
  // oxlint-disable-next-line typescript/unbound-method -- it is called on a client below
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  function record(this: Client, ...args: unknown[]) {
    const [statement] = args as [{ text?: string; values?: unknown[] }]
    if (typeof statement?.text === 'string' && statement.values)
      sent.set(statement.text, { text: statement.text, values: statement.values })
    return query.apply(this, args)
  }
  Client.prototype.query = record as typeof Client.prototype.query
  try {
    await work()
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query
  }
  return [...sent.values()]
}

/** Counts the shards that each statement queries, by EXPLAIN. Statements of PostgreSQL alone have no tasks. */
export async function countTasks(database: string | undefined, statements: readonly SentStatement[]) {
  const client = new Client({
    host: process.env['TEST_POSTGRES'],
    port: 5432,
    user: 'quoin',
    ...(database && { database }),
  })
  await client.connect()
  const counted: { text: string; tasks: number }[] = []
  for (const { text, values } of statements) {
    if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) continue
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, [...values])
    await client.query('rollback')
    const tasks = rows.map((row) => Number(/Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? 0))
    counted.push({ text: text.replace(/\s+/g, ' ').trim(), tasks: Math.max(...tasks, 0) })
  }
  await client.end()
  return counted
}

/**
 * Records the texts of all statements that this process sends while `work` runs, in order, except those of its clocks and
 * caches.
 */
export async function recordOrderedStatements<T>(work: () => Promise<T>): Promise<{ statements: string[]; result: T }> {
  const statements: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is called on a client below
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  function record(this: Client, ...args: unknown[]) {
    const [given] = args as [string | { text?: string }]
    const text = (typeof given === 'string' ? given : (given?.text ?? '')).replace(/\s+/g, ' ').trim()
    if (!/control_versions|last_seen_at|last_used_at|update nodes|pg_notify/.test(text)) statements.push(text)
    return query.apply(this, args)
  }
  Client.prototype.query = record as typeof Client.prototype.query
  try {
    return { result: await work(), statements }
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query
  }
}
