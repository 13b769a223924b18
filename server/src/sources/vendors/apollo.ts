import type { Static } from 'typebox'
import { Maybe, Nullable } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, type EnrichInput, enrichPerson, findEmail } from '../actions.ts'
import type { SourceCall } from '../source.ts'
import { foundEmail } from './emails.ts'
import { foundPerson, ownId } from './people.ts'
import { NOT_FOUND, vendor } from './vendor.ts'

const apollo = vendor({
  id: 'apollo',
  label: 'Apollo',
  lineage: 'apollo',
  key: 'APOLLO_API_KEY',
  base: ['APOLLO_BASE_URL', 'https://api.apollo.io/api/v1'],
  timeoutMs: 20_000,
  perSecond: 15,
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'credentials',
    422: 'rejected',
    429: 'rate_limited',
  },
  pauseMs: 60_000,
  authorize: (key) => ({ headers: { 'x-api-key': key } }),
})

const STATUS: Record<string, EmailStatus> = { verified: 'valid', 'likely to engage': 'valid', extrapolated: 'risky' }

const Refusal = Type.Object({ error: Type.String({ pattern: '[Cc]redit' }) })
const Match = Type.Object({
  person: Nullable(
    Type.Object({
      id: Type.String(),
      name: Maybe(Type.String()),
      first_name: Maybe(Type.String()),
      last_name: Maybe(Type.String()),
      email: Maybe(Type.String()),
      email_status: Maybe(Type.String()),
      extrapolated_email_confidence: Maybe(Type.Number()),
      title: Maybe(Type.String()),
      seniority: Maybe(Type.String()),
      departments: Maybe(Type.Array(Type.String())),
      linkedin_url: Maybe(Type.String()),
      city: Maybe(Type.String()),
      state: Maybe(Type.String()),
      country: Maybe(Type.String()),
      organization: Maybe(
        Type.Object({
          name: Maybe(Type.String()),
          primary_domain: Maybe(Type.String()),
          industry: Maybe(Type.String()),
          estimated_num_employees: Maybe(Type.Number()),
          country: Maybe(Type.String()),
        }),
      ),
    }),
  ),
})

/** Requests only Apollo's own data: no phones, no personal addresses, and no waterfall, which may charge for misses. */
async function match(call: SourceCall, query: Record<string, string>): Promise<Static<typeof Match>['person']> {
  const reply = await apollo.request(call, { method: 'POST', path: '/people/match', query })
  if (reply.status === 422 && reply.tryRead(Refusal)) throw reply.failure('no_credits')
  return reply.read(Match).person
}

export const apolloFind = apollo.source(findEmail, {
  costMicros: 25_000,
  async ask(input, call) {
    const { first_name, last_name, full_name, domain } = input
    const person = await match(call, last_name ? { first_name, last_name, domain } : { name: full_name, domain })
    // Apollo returns a placeholder for an address that is not unlocked.
    if (!person?.email || person.email.startsWith('email_not_unlocked@')) return NOT_FOUND
    return foundEmail(apollo, input, {
      ...person,
      status: STATUS[person.email_status ?? ''] ?? 'unknown',
      confidence:
        person.email_status === 'extrapolated' ? (person.extrapolated_email_confidence ?? undefined) : undefined,
    })
  },
})

export const apolloEnrich = apollo.source(enrichPerson, {
  costMicros: 25_000,
  async ask(input, call) {
    const query = buildEnrichQuery(input)
    const person = query && (await match(call, query))
    if (!person) return NOT_FOUND
    const { organization: company } = person
    return foundPerson(
      apollo,
      {
        ...person,
        full_name: person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' '),
        department: person.departments?.[0],
        company: company && { ...company, domain: company.primary_domain, size: company.estimated_num_employees },
        location: { city: person.city, region: person.state, country: person.country },
        links: [person.linkedin_url],
      },
      call.now,
    )
  },
})

function buildEnrichQuery(input: EnrichInput): Record<string, string> | undefined {
  if (input.by === 'email') return { email: input.email }
  if (input.by === 'name') return { name: input.full_name, domain: input.domain }
  const id = ownId(apollo, input.id)
  return id === undefined ? undefined : { id }
}
