import { createYielder } from '../../kit/cooperative.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { toStorable } from '../storable-value.ts'
import { combine } from './errors.ts'
import { isGenuine, type NostrEvent, type Signer, tagValues } from './event.ts'
import { type Filter, type Relay, withRelay } from './relay.ts'
import { type Limitation, readLimitation, refusalBefore } from './relay-information.ts'

export interface KnownRelay {
  readonly url: string
  readonly limitation: Limitation
}

const INBOX_RELAYS_MAX = 4

/** The relays that the person named, with what each says of its limits. */
export function listRelays({
  tokens,
  entity,
}: Pick<Session, 'tokens'> & Partial<Pick<Session, 'entity'>>): KnownRelay[] {
  const urls = (tokens.extra?.['relays'] ?? []) as readonly string[]
  const known = (entity?.metadata['relays'] ?? []) as readonly {
    readonly url?: unknown
    readonly limitation?: unknown
  }[]
  return urls.map((url) => ({ url, limitation: readLimitation(known.find((one) => one.url === url)?.limitation) }))
}

export const listRelayUrls = (session: Parameters<typeof listRelays>[0]) => listRelays(session).map(({ url }) => url)

/** The same relay in the same words; undefined for what is no address of one. */
export function normalizeUrl(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (!url || !/^wss?:$/.test(url.protocol) || url.username || url.password || text.length > 300) return undefined
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** The relays of a list that a profile has published. */
export function relaysIn(list: NostrEvent | undefined): string[] {
  const urls = list ? tagValues(list, 'relay').flatMap((text) => normalizeUrl(text) ?? []) : []
  return [...new Set(urls)].slice(0, INBOX_RELAYS_MAX)
}

interface RelayAnswers<T> {
  readonly answers: ReadonlyMap<string, T>
  readonly failures: ReadonlyMap<string, PlatformError>
}

/** Asks all relays at the same time. */
export async function askEach<T>(
  signer: Signer,
  urls: readonly string[],
  work: (relay: Relay, url: string) => Promise<T>,
): Promise<RelayAnswers<T>> {
  const settled = await Promise.allSettled(urls.map(async (url) => withRelay(signer, url, (relay) => work(relay, url))))
  const answers = new Map<string, T>()
  const failures = new Map<string, PlatformError>()
  for (const [index, result] of settled.entries()) {
    const url = urls[index] ?? ''
    if (result.status === 'fulfilled') answers.set(url, result.value)
    else if (result.reason instanceof PlatformError) failures.set(url, result.reason)
    else throw result.reason
  }
  return { answers, failures }
}

/** Everything that fits and is genuine, from all relays that answer; throws when none does. */
export async function collect(signer: Signer, urls: readonly string[], ...filters: Filter[]): Promise<NostrEvent[]> {
  const { answers, failures } = await askEach(signer, urls, (relay) => relay.query(...filters))
  if (answers.size === 0) throw combine([...failures.values()])
  return genuine([...answers.values()].flat())
}

/** Each event once. A relay may lie about one that another has right, so the first genuine copy counts. */
export async function genuine(events: readonly NostrEvent[]): Promise<NostrEvent[]> {
  const found = new Map<string, NostrEvent>()
  const yielder = createYielder()
  for (const event of events) {
    if (found.has(event.id)) continue
    if (isGenuine(event)) found.set(event.id, toStorable(event))
    if (yielder.isDue()) await yielder.yield()
  }
  return [...found.values()]
}

/** The newest of a kind of which only the newest counts. */
export function newest(events: readonly NostrEvent[], kind: number): NostrEvent | undefined {
  return events
    .filter((event) => event.kind === kind)
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))[0]
}

/** Sends an event to all relays. One that accepts is enough; when none does, the error says what each of them said. */
export async function broadcast(signer: Signer, relays: readonly KnownRelay[], event: NostrEvent): Promise<void> {
  const refusals = relays.map(({ url, limitation }) => [url, refusalBefore(url, limitation, event)] as const)
  const open = refusals.flatMap(([url, refusal]) => (refusal ? [] : [url]))
  const { answers, failures } = await askEach(signer, open, (relay) => relay.publish(event))
  if (answers.size === 0) throw combine([...failures.values(), ...refusals.flatMap(([, refusal]) => refusal ?? [])])
}
