import Fastify from 'fastify'
import { normalisePerson } from '../../src/sources/directory/import/normalise.ts'
import { syntheticPerson } from '../../src/sources/directory/import/synthetic.ts'

/** Ten people from memory, with no key, no ledger and no database: what Fastify does at its best. */
const people = Array.from({ length: 10 }, (_, n) => {
  const person = normalisePerson(syntheticPerson(n, 100), 'synthetic')
  const { id, full_name, first_name, last_name, title, seniority, department, skills, links } = person
  const company = {
    name: person.company_name,
    domain: person.company_domain,
    industry: person.company_industry,
    size: person.company_size,
    country: person.company_country,
  }
  const location = { city: person.city, region: person.region, country: person.country }
  const sources = [{ name: 'synthetic', fields: Object.keys(person), seen_at: '2026-01-15T09:30:00.000Z' }]
  const told = { id, full_name, first_name, last_name, title, seniority, department, company, location, skills, links }
  return { ...told, sources, updated_at: '2026-01-15T09:30:00.000Z' }
})
const app = Fastify()
app.post('/v1/data/search/people', async () => ({ status: 'OK', data: people, has_more: true, next_cursor: 'next' }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url} none\n`)
process.once('SIGTERM', () => process.exit(0))
