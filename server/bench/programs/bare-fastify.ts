import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

/** What Fastify does at its best: one route that answers JSON from memory. `PROFILES` is the file it is read from. */
const profiles = JSON.parse(readFileSync(process.env['PROFILES'] ?? '', 'utf8')) as { id: string }[]
const byId = new Map(profiles.map((profile) => [profile.id, profile]))
const app = Fastify()
app.get<{ Params: { id: string } }>('/v1/profiles/:id', async ({ params }) => byId.get(params.id))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`  API   ${url}\n`)
process.once('SIGTERM', () => process.exit(0))
