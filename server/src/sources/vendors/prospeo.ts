import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, enrichPerson, findEmail } from '../actions.ts'
import type { SourceCall } from '../source.ts'
import { foundEmail } from './emails.ts'
import { foundPerson, ownId } from './people.ts'
import { NOT_FOUND, vendor } from './vendor.ts'

const prospeo = vendor({
  id: 'prospeo',
  label: 'Prospeo',
  lineage: 'prospeo',
  key: 'PROSPEO_API_KEY',
  base: ['PROSPEO_BASE_URL', 'https://api.prospeo.io'],
  timeoutMs: 25_000,
  perSecond: 2,
  failures: { 400: 'rejected', 401: 'credentials', 429: 'rate_limited' },
  pauseMs: 1000,
  readPauseMs(header) {
    const used = ['daily', 'minute', 'second'].find((window) => header(`x-${window}-request-left`) === '0')
    const seconds = used && header(`x-${used}-reset-seconds`)
    return seconds ? Number(seconds) * 1000 : undefined
  },
  authorize: (key) => ({ headers: { 'x-key': key } }),
})

const STATUS: Record<string, EmailStatus> = { VERIFIED: 'valid', UNVERIFIED: 'risky' }

const Refusal = Type.Object({ error: Type.Literal(true), error_code: Type.String() })
const Place = Type.Object({ city: Maybe(Type.String()), state: Maybe(Type.String()), country: Maybe(Type.String()) })
const Enriched = Type.Object({
  person: Type.Object({
    person_id: Type.String(),
    full_name: Maybe(Type.String()),
    first_name: Maybe(Type.String()),
    last_name: Maybe(Type.String()),
    current_job_title: Maybe(Type.String()),
    linkedin_url: Maybe(Type.String()),
    location: Maybe(Place),
    skills: Maybe(Type.Array(Type.String())),
    email: Maybe(
      Type.Object({ status: Maybe(Type.String()), revealed: Maybe(Type.Boolean()), email: Maybe(Type.String()) }),
    ),
  }),
  company: Maybe(
    Type.Object({
      name: Maybe(Type.String()),
      domain: Maybe(Type.String()),
      website: Maybe(Type.String()),
      industry: Maybe(Type.String()),
      employee_range: Maybe(Type.String()),
      location: Maybe(Place),
    }),
  ),
})
/** The older shape has the same fields one level deeper. */
const Answer = Type.Union([Enriched, Type.Object({ response: Enriched })])

/** A miss, an empty account and an invalid question are all 400; the code distinguishes them. */
async function enrich(call: SourceCall, data: Record<string, string>): Promise<Static<typeof Enriched> | undefined> {
  const reply = await prospeo.request(call, { method: 'POST', path: '/enrich-person', body: { data } })
  const refusal = reply.tryRead(Refusal)
  if (refusal?.error_code === 'NO_MATCH') return undefined
  if (reply.status === 400 && refusal?.error_code.includes('CREDIT')) throw reply.failure('no_credits')
  const answer = reply.read(Answer)
  return 'response' in answer ? answer.response : answer
}

export const prospeoFind = prospeo.source(findEmail, {
  costMicros: 39_000,
  async ask(input, call) {
    const { first_name, last_name, full_name, domain: company_website } = input
    const found = await enrich(call, { ...(last_name ? { first_name, last_name } : { full_name }), company_website })
    const email = found?.person.email
    if (!email || email.revealed === false) return NOT_FOUND
    return foundEmail(prospeo, input, {
      ...found.person,
      email: email.email,
      status: STATUS[email.status ?? ''] ?? 'unknown',
    })
  },
})

export const prospeoEnrich = prospeo.source(enrichPerson, {
  costMicros: 39_000,
  async ask(input, call) {
    const person_id = input.by === 'id' ? ownId(prospeo, input.id) : undefined
    if (input.by === 'id' && person_id === undefined) return NOT_FOUND
    const data =
      input.by === 'email'
        ? { email: input.email }
        : input.by === 'name'
          ? { full_name: input.full_name, company_website: input.domain }
          : { person_id: person_id ?? '' }
    const found = await enrich(call, data)
    if (!found) return NOT_FOUND
    const { person, company } = found
    return foundPerson(
      prospeo,
      {
        ...person,
        id: person.person_id,
        full_name: person.full_name ?? [person.first_name, person.last_name].filter(Boolean).join(' '),
        title: person.current_job_title,
        email: person.email?.email,
        company: company && {
          ...company,
          domain: company.domain ?? company.website,
          size: company.employee_range,
          country: company.location?.country,
        },
        location: person.location && { ...person.location, region: person.location.state },
        links: [person.linkedin_url],
      },
      call.now,
    )
  },
})
