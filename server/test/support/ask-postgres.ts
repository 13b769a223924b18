import { Client, type QueryResultRow } from 'pg'

const ANSWER_MS = 1000

/**
 * Queries one PostgreSQL on loopback as its administrator, primary or standby, on a separate connection: a frozen server fails
 * after a second.
 */
export async function askPostgres<Row extends QueryResultRow>(port: number, sql: string): Promise<Row[]> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    client.end().catch(() => {})
  }
}
