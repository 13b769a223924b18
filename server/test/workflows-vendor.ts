import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnySource, type Outcome, SourceError } from '../src/sources/source.ts'
import { atEnd } from './harness.ts'

/** The name of the vendor's sources in the settings, for every action. */
export const SOURCE = 'scripted'
export const ORDERS = {
  SOURCES_SEARCH_PEOPLE: SOURCE,
  SOURCES_ENRICH_PERSON: SOURCE,
  SOURCES_FIND_EMAIL: SOURCE,
  SOURCES_VERIFY_EMAIL: SOURCE,
}

const UPDATED = '2100-01-01T00:00:00.000Z'

/** Somebody who does not exist; the name says what becomes of them. */
function personOf(full_name: string) {
  const [first_name = '', last_name = ''] = full_name.split(' ')
  const isOdd = last_name === 'Odd'
  return {
    id: `person_${first_name.toLowerCase()}`,
    full_name,
    first_name,
    last_name,
    title: isOdd ? '=HYPERLINK("x")' : 'Head of Research',
    seniority: 'head',
    department: 'research',
    company:
      last_name === 'Jobless'
        ? null
        : {
            name: isOdd ? 'Say "hi",\r\nthen |go|' : 'Widget Works',
            domain: 'widgets.example',
            industry: isOdd ? '@SUM(A1)' : 'software',
            size: '51-200',
            country: 'GB',
          },
    location: isOdd ? { city: '-1+2', region: null, country: '<b>' } : null,
    skills: [],
    links: [],
    sources: [],
    updated_at: UPDATED,
  }
}

const emailOf = (name: string) => ({
  email: `${name.split(' ')[0]?.toLowerCase()}@widgets.example`,
  status: 'unknown',
  confidence: 0.9,
  domain: 'widgets.example',
  person: { full_name: name, first_name: null, last_name: null },
  sources: [SOURCE],
  verified_at: null,
})

const verdictOf = (email: string) => ({
  email,
  status: email.startsWith('unsure') ? 'unknown' : 'valid',
  sub_status: null,
  mx: 'mx.widgets.example',
  catch_all: false,
  disposable: false,
  role: false,
  checked_at: UPDATED,
})

/** Answered by what is asked: 404 for `Hidden` and `nobody`, 500 for `Broken` and `broken`. */
function answer(action: string, text: string): { status: number; body?: unknown } {
  if (action === 'people') {
    if (text === 'broken') return { status: 500 }
    const people = text.split(';').filter((name) => name !== 'nobody')
    return people.length > 0 ? { status: 200, body: people.map(personOf) } : { status: 404 }
  }
  if (/Hidden|nobody/.test(text)) return { status: 404 }
  if (/Broken|broken/.test(text)) return { status: 500 }
  if (action === 'enrich') return { status: 200, body: personOf('Ada Example') }
  return { status: 200, body: action === 'email' ? emailOf(text) : verdictOf(text) }
}

export interface Vendor {
  readonly url: string
  /** Every question that arrived. */
  readonly asked: string[]
  /** How many were being answered at once, at the most. */
  busiest: number
  /** How long it takes over an answer. */
  slowMs: number
}

/** A data vendor on loopback that counts what it is asked. */
export async function startVendor(): Promise<Vendor> {
  let busy = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor')
    const [action, text] = [pathname.slice(1), searchParams.get('q') ?? '']
    vendor.asked.push(`${action} ${text}`)
    vendor.busiest = Math.max(vendor.busiest, ++busy)
    const { status, body = {} } = answer(action, text)
    const send = () => {
      busy--
      response.writeHead(status).end(JSON.stringify(body))
    }
    if (vendor.slowMs > 0) void sleep(vendor.slowMs).then(send)
    else send()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const vendor: Vendor = { url, asked: [], busiest: 0, slowMs: 0 }
  return vendor
}

/** Sources of every action that ask the vendor there. */
export function sourcesAt(url: string): AnySource[] {
  // oxlint-disable-next-line typescript/no-explicit-any -- inputs of every shape
  const source = (action: string, path: string, textOf: (input: any) => string): AnySource => ({
    id: SOURCE,
    label: 'The scripted vendor',
    action,
    lineage: SOURCE,
    needs: [],
    costMicros: 0,
    timeoutMs: 5000,
    perSecond: 1000,
    ask: async (input, { http }): Promise<Outcome<unknown>> => {
      const { status, body } = await http({ url: `${url}/${path}?q=${encodeURIComponent(textOf(input))}` })
      if (status === 404) return { outcome: 'not_found' }
      if (status !== 200) throw new SourceError('unavailable', `status ${status}`)
      return { outcome: 'found', data: JSON.parse(body.toString()) }
    },
  })
  return [
    source('search/people', 'people', ({ query }) => query),
    source('people/enrich', 'enrich', (input) => input.email ?? input.full_name),
    source('contacts/find-email', 'email', ({ full_name }) => full_name),
    source('contacts/verify-email', 'verify', ({ email }) => email),
  ]
}
