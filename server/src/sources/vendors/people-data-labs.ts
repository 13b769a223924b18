import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EnrichInput, enrichPerson, findEmail } from '../actions.ts'
import type { NameAtDomain } from '../read-question.ts'
import type { SourceCall } from '../source.ts'
import { foundEmail } from './emails.ts'
import { foundPerson, ownId } from './people.ts'
import { NOT_FOUND, vendor } from './vendor.ts'

const pdl = vendor({
  id: 'people-data-labs',
  label: 'People Data Labs',
  lineage: 'people-data-labs',
  key: 'PEOPLE_DATA_LABS_API_KEY',
  base: ['PEOPLE_DATA_LABS_BASE_URL', 'https://api.peopledatalabs.com/v5'],
  timeoutMs: 15_000,
  perSecond: 10,
  failures: { 400: 'rejected', 401: 'credentials', 402: 'no_credits', 403: 'credentials', 429: 'rate_limited' },
  pauseMs: 60_000,
  // A date in UTC, without a time zone.
  readPauseMs(header, now) {
    const reply = header('x-ratelimit-reset')?.replace(' ', 'T')
    const at = reply ? Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(reply) ? reply : `${reply}Z`) : Number.NaN
    return Number.isNaN(at) ? undefined : at - now.getTime()
  },
  authorize: (key) => ({ headers: { 'x-api-key': key } }),
})

/** When the plan does not include a field, its value is `true`. */
const text = Maybe(Type.Union([Type.String(), Type.Boolean()]))
const Miss = Type.Object({
  error: Type.Object({ type: Type.Union([Type.Literal('not_found'), Type.Array(Type.String())]) }),
})
const Found = Type.Object({
  likelihood: Maybe(Type.Number()),
  data: Type.Object({
    id: Type.String(),
    full_name: text,
    first_name: text,
    last_name: text,
    work_email: text,
    job_title: text,
    job_title_levels: Maybe(Type.Array(Type.String())),
    job_title_role: text,
    job_company_name: text,
    job_company_website: text,
    job_company_industry: text,
    job_company_size: text,
    job_company_location_country: text,
    location_locality: text,
    location_region: text,
    location_country: text,
    skills: Maybe(Type.Union([Type.Array(Type.String()), Type.Boolean()])),
    linkedin_url: text,
    github_url: text,
    twitter_url: text,
  }),
})

async function enrich(call: SourceCall, query: Record<string, string>): Promise<Static<typeof Found> | undefined> {
  const reply = await pdl.request(call, { path: '/person/enrich', query: { min_likelihood: '6', ...query } })
  if (reply.status === 404 && reply.tryRead(Miss)) return undefined
  const found = reply.read(Found)
  if (found.data.work_email === true && query['required'])
    throw reply.failure('credentials', 'has the address, but the plan of this key does not include it')
  return found
}

const buildNameQuery = ({ first_name, last_name, full_name, domain }: NameAtDomain): Record<string, string> => ({
  ...(last_name ? { first_name, last_name } : { name: full_name }),
  company: domain,
})

export const pdlFind = pdl.source(findEmail, {
  costMicros: 280_000,
  async ask(input, call) {
    // With `required`, a record without the field is a miss and costs nothing.
    const found = await enrich(call, { ...buildNameQuery(input), required: 'work_email' })
    if (!found) return NOT_FOUND
    const { likelihood, data } = found
    return foundEmail(pdl, input, {
      email: readTextValue(data.work_email),
      status: 'unknown',
      confidence: likelihood ? likelihood / 10 : undefined,
      first_name: readTextValue(data.first_name),
      last_name: readTextValue(data.last_name),
      full_name: readTextValue(data.full_name),
    })
  },
})

export const pdlEnrich = pdl.source(enrichPerson, {
  costMicros: 280_000,
  async ask(input, call) {
    const query = buildEnrichQuery(input)
    const found = query && (await enrich(call, query))
    if (!found) return NOT_FOUND
    const { data } = found
    const full_name = readTextValue(data.full_name)
    if (!full_name) return NOT_FOUND
    return foundPerson(
      pdl,
      {
        id: data.id,
        full_name,
        first_name: readTextValue(data.first_name),
        last_name: readTextValue(data.last_name),
        title: readTextValue(data.job_title),
        email: readTextValue(data.work_email),
        seniority: data.job_title_levels?.[0],
        department: readTextValue(data.job_title_role),
        company: {
          name: readTextValue(data.job_company_name),
          domain: readTextValue(data.job_company_website),
          industry: readTextValue(data.job_company_industry),
          size: readTextValue(data.job_company_size),
          country: readTextValue(data.job_company_location_country),
        },
        location: {
          city: readTextValue(data.location_locality),
          region: readTextValue(data.location_region),
          country: readTextValue(data.location_country),
        },
        skills: Array.isArray(data.skills) ? data.skills : [],
        links: [data.linkedin_url, data.github_url, data.twitter_url].map(readTextValue),
      },
      call.now,
    )
  },
})

function buildEnrichQuery(input: EnrichInput): Record<string, string> | undefined {
  if (input.by === 'email') return { email: input.email }
  if (input.by === 'name') return buildNameQuery(input)
  const pdl_id = ownId(pdl, input.id)
  return pdl_id === undefined ? undefined : { pdl_id }
}

function readTextValue(value: string | boolean | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
