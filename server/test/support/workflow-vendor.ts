import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './harness.ts'
import { SOURCE } from './workflow-sources.ts'

const UPDATED = '2100-01-01T00:00:00.000Z'

/** Builds a person who does not exist. The name decides the vendor's reply. */
function buildPerson(full_name: string) {
  const [first_name = '', last_name = ''] = full_name.split(' ')
  const isOdd = last_name === 'Odd'
  return {
    id: first_name === 'Zoe' ? 'person_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' : `person_${first_name.toLowerCase()}`,
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

const buildFoundEmail = (name: string) => ({
  email: `${name.split(' ')[0]?.toLowerCase()}@widgets.example`,
  status: 'unknown',
  confidence: 0.9,
  domain: 'widgets.example',
  person: { full_name: name, first_name: null, last_name: null },
  sources: [SOURCE],
  verified_at: null,
})

const buildVerdict = (email: string) => ({
  email,
  status: email.startsWith('unsure') ? 'unknown' : 'valid',
  sub_status: null,
  mx: 'mx.widgets.example',
  catch_all: false,
  disposable: false,
  role: false,
  checked_at: UPDATED,
})

/** Replies 404 for `Hidden` and `nobody`, 500 for the email of a `Broken` and for every question with `broken`. */
function answer(action: string, text: string, isHealed: boolean): { status: number; body?: unknown } {
  if (action === 'people') {
    if (text === 'broken') return { status: 500 }
    const people = text.split(';').filter((name) => name !== 'nobody')
    return people.length > 0 ? { status: 200, body: people.map(buildPerson) } : { status: 404 }
  }
  if (/Hidden|nobody/.test(text)) return { status: 404 }
  if (!isHealed && (action === 'email' ? text.includes('Broken') : text.includes('broken'))) return { status: 500 }
  if (action === 'enrich') return { status: 200, body: buildPerson('Ada Example') }
  return { status: 200, body: action === 'email' ? buildFoundEmail(text) : buildVerdict(text) }
}

export interface Vendor {
  readonly url: string
  /** Every question that arrived. */
  readonly asked: string[]
  /** The most questions that were in flight at once. */
  busiest: number
  /** Delay of a reply. */
  slowMs: number
  /** Name about which the vendor never replies. */
  silentAbout?: string | undefined
  /** True once nothing fails any more. */
  isHealed: boolean
}

/** Starts a data vendor on loopback that counts its questions. */
export async function startVendor(): Promise<Vendor> {
  let busy = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor')
    const [action, text] = [pathname.slice(1), searchParams.get('q') ?? '']
    vendor.asked.push(`${action} ${text}`)
    vendor.busiest = Math.max(vendor.busiest, ++busy)
    if (action === 'email' && text === vendor.silentAbout) return
    const { status, body = {} } = answer(action, text, vendor.isHealed)
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
  const vendor: Vendor = { url, asked: [], busiest: 0, slowMs: 0, isHealed: false }
  return vendor
}
