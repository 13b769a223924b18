import { createYielder } from '../../kit/cooperative.ts'
import { toStorable } from '../api/storable-value.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { combineFailures } from './errors.ts'
import { isGenuine, listTagValues, type NostrEvent, type Signer } from './event.ts'
import { type Filter, type QueryOptions, type Relay, withRelay } from './relay.ts'
import { type Limitation, predictRefusal, readLimitation } from './relay-information.ts'

export interface KnownRelay {
  readonly url: string
  readonly limitation: Limitation
}

const INBOX_RELAYS_MAX = 4

/** Lists the relays that the person entered, each with its limits. */
export function listRelays({
  tokens,
  entity,
}: Pick<Session, 'tokens'> & Partial<Pick<Session, 'entity'>>): KnownRelay[] {
  const urls = (tokens.extra?.['relays'] ?? []) as readonly string[]
  const stored = (entity?.metadata['relays'] ?? []) as readonly {
    readonly url?: unknown
    readonly limitation?: unknown
  }[]
  return urls.map((url) => ({ url, limitation: readLimitation(stored.find((relay) => relay.url === url)?.limitation) }))
}

export const listRelayUrls = (session: Parameters<typeof listRelays>[0]) => listRelays(session).map(({ url }) => url)

/** Returns one spelling for all addresses of the same relay; undefined for a text that is not the address of a relay. */
export function normalizeUrl(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (!url || !/^wss?:$/.test(url.protocol) || url.username || url.password || text.length > 300) return undefined
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** Lists the relays in a list that a person has published. */
export function listRelaysIn(list: NostrEvent | undefined): string[] {
  const urls = list ? listTagValues(list, 'relay').flatMap((text) => normalizeUrl(text) ?? []) : []
  return [...new Set(urls)].slice(0, INBOX_RELAYS_MAX)
}

interface RelayResults<T> {
  readonly results: ReadonlyMap<string, T>
  readonly failures: ReadonlyMap<string, PlatformError>
}

/** Runs `work` on all relays at the same time. */
export async function runOnEach<T>(
  signer: Signer,
  urls: readonly string[],
  work: (relay: Relay, url: string) => Promise<T>,
): Promise<RelayResults<T>> {
  const settled = await Promise.allSettled(urls.map(async (url) => withRelay(signer, url, (relay) => work(relay, url))))
  const results = new Map<string, T>()
  const failures = new Map<string, PlatformError>()
  for (const [index, outcome] of settled.entries()) {
    const url = urls[index] ?? ''
    if (outcome.status === 'fulfilled') results.set(url, outcome.value)
    else if (outcome.reason instanceof PlatformError) failures.set(url, outcome.reason)
    else throw outcome.reason
  }
  return { results, failures }
}

/** Returns the genuine events that match a filter, from all relays that respond; throws when none does. */
export async function collect(
  signer: Signer,
  urls: readonly string[],
  filters: readonly Filter[],
  options?: QueryOptions,
): Promise<NostrEvent[]> {
  const { results, failures } = await runOnEach(signer, urls, (relay) => relay.query(filters, options))
  if (results.size === 0) throw combineFailures([...failures.values()])
  return keepGenuine([...results.values()].flat())
}

/** Keeps each event once, the first genuine copy of it: a relay may have a forged one. */
export async function keepGenuine(events: readonly NostrEvent[]): Promise<NostrEvent[]> {
  const found = new Map<string, NostrEvent>()
  const yielder = createYielder()
  for (const event of events) {
    if (found.has(event.id)) continue
    if (isGenuine(event)) found.set(event.id, toStorable(event))
    if (yielder.isDue()) await yielder.yield()
  }
  return [...found.values()]
}

/** Returns the newest event of a replaceable kind. */
export function findNewest(events: readonly NostrEvent[], kind: number): NostrEvent | undefined {
  return events
    .filter((event) => event.kind === kind)
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))[0]
}

/** Sends an event to all relays. One that accepts is enough; when none does, the error quotes each of them. */
export async function broadcast(signer: Signer, relays: readonly KnownRelay[], event: NostrEvent): Promise<void> {
  const refusals = relays.map(({ url, limitation }) => [url, predictRefusal(url, limitation, event)] as const)
  const open = refusals.flatMap(([url, refusal]) => (refusal ? [] : [url]))
  const { results, failures } = await runOnEach(signer, open, (relay) => relay.publish(event))
  if (results.size === 0)
    throw combineFailures([...failures.values(), ...refusals.flatMap(([, refusal]) => refusal ?? [])])
}
