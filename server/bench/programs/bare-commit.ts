import { join } from 'node:path'
import Fastify from 'fastify'
import { createBatcher } from '../../src/kit/postgres/batch.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../../src/operations/embedded/embedded-postgres.ts'

/** The bare lookup, answered only when a row that names the call is committed: the least that any charge before an answer costs. */
const postgres = await startEmbeddedPostgres({ dataDir: join(process.env['QUOIN_DATA'] ?? '', 'postgres') })
const db = connect(postgres.address, { max: 1 })
await db`create table calls (id bigint primary key)`
const calls = createBatcher<number, true>({
  sizeMax: 500,
  sizeToOverlap: 128,
  queueMax: 10_000,
  onFull: () => new Error('full'),
  resendMs: 0,
  run: async (ids) => {
    await db`insert into calls select unnest(${ids}::bigint[])`
    return ids.map(() => true)
  },
})
let count = 0

const app = Fastify()
app.post<{ Body: { find: number } }>('/v1/demo/local', async ({ body }) => {
  await calls.submit(++count)
  return { status: 'OK', data: body.find === 0 ? null : Array.from({ length: body.find }, (_, n) => n) }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} none\n`)
async function close(): Promise<never> {
  await app.close()
  await db.end()
  await postgres.stop()
  process.exit(0)
}
process.once('SIGTERM', () => void close())
