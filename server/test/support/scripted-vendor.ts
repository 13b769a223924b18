import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SourceError, type Subject } from '../../src/kit/sources.ts'
import type { AnySource, Outcome } from '../../src/sources/source.ts'
import { atEnd } from './harness.ts'

/** A vendor's reaction to one question. */
export type ScriptedOutcome =
  | { found: unknown; about?: Subject }
  | 'miss'
  | 'fail'
  | 'hang'
  | 'throttle'
  | 'refuse'
  | { pending: number }

export interface Vendor {
  /** Sets the next reactions of a source; the last one repeats. */
  script(source: string, ...acts: ScriptedOutcome[]): void
  /** Every question that arrived, by the id of its source. */
  readonly asked: string[]
  source(facts: Pick<AnySource, 'id' | 'action'> & Partial<AnySource>): AnySource
}

/** Builds the result of a verifier. */
export function buildVerdict(status: string, now: Date) {
  const facts = { sub_status: null, mx: null, catch_all: null, disposable: false, role: false }
  return { found: { email: 'a@b.example', status, ...facts, checked_at: now.toISOString() } }
}

/** Starts a data vendor on loopback that follows a script, with sources that ask it over HTTP. */
export async function startVendor(): Promise<Vendor> {
  const acts = new Map<string, ScriptedOutcome[]>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname: name, searchParams } = new URL(request.url ?? '', 'http://vendor')
    asked.push(`${name.slice(1)}${searchParams.has('ticket') ? ' again' : ''}`)
    const queue = acts.get(name.slice(1)) ?? ['miss']
    const act = (queue.length > 1 ? queue.shift() : queue[0]) as ScriptedOutcome
    const send = (status: number, body: unknown = {}) => response.writeHead(status).end(JSON.stringify(body))
    if (act === 'hang') return
    if (act === 'miss') return send(404)
    if (act === 'fail') return send(500)
    if (act === 'throttle') return send(429)
    if (act === 'refuse') return send(400)
    return 'pending' in act ? send(202, act) : send(200, act)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    script: (source, ...list) => void acts.set(source, list),
    source: (facts) => ({
      label: `Vendor ${facts.id}`,
      lineage: facts.id,
      needs: [],
      costMicros: 0,
      timeoutMs: 4000,
      perSecond: 1000,
      ask: async (_, { http, ticket }) => {
        const { status, body } = await http({ url: `${url}/${facts.id}${ticket ? `?ticket=${ticket}` : ''}` })
        return read(status, JSON.parse(body.toString()))
      },
      ...facts,
    }),
  }
}

function read(status: number, body: { pending: number; found: unknown; about?: Subject }): Outcome<unknown> {
  if (status === 200) return { outcome: 'found', data: body.found, ...(body.about && { about: body.about }) }
  if (status === 202) return { outcome: 'pending', ticket: 't1', retryAfterMs: body.pending }
  if (status === 404) return { outcome: 'not_found' }
  if (status === 429) throw new SourceError('rate_limited', 'slow down', { retryAfterMs: 5000 })
  throw new SourceError(status === 400 ? 'rejected' : 'unavailable', `status ${status}`)
}
