import Fastify from 'fastify'
import { normalisePerson } from '../../src/sources/directory/normalise.ts'
import { syntheticPerson } from '../../src/sources/directory/synthetic.ts'

/** Ten people from memory, with no key, no ledger and no database: what Fastify does at its best. */
const people = Array.from({ length: 10 }, (_, n) => {
  const {
    company_name: name,
    company_domain: domain,
    ...person
  } = normalisePerson(syntheticPerson(n, 100), 'synthetic')
  const {
    company_industry: industry,
    company_size: size,
    company_country,
    city,
    region,
    country,
    email,
    ...rest
  } = person
  const company = { name, domain, industry, size, country: company_country }
  const sources = [{ name: 'synthetic', fields: Object.keys(person), seen_at: '2026-01-15T09:30:00.000Z' }]
  return { ...rest, company, location: { city, region, country }, sources, updated_at: '2026-01-15T09:30:00.000Z' }
})
const app = Fastify()
app.post('/v1/data/search/people', async () => ({ status: 'OK', data: people, has_more: true, next_cursor: 'next' }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} none\n`)
process.once('SIGTERM', () => process.exit(0))
