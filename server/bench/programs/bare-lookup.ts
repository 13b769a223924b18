import Fastify from 'fastify'

/** The same lookup with no key, no ledger and no database: what Fastify does at its best. */
const app = Fastify()
app.post<{ Body: { find: number } }>('/v1/demo/local', async ({ body }) => ({
  status: 'OK',
  data: body.find === 0 ? null : Array.from({ length: body.find }, (_, n) => n),
}))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} none\n`)
process.once('SIGTERM', () => process.exit(0))
