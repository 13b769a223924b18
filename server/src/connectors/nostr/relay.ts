import { setTimeout as sleep } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { OutboundError } from '../../kit/net/outbound-error.ts'
import type { OutboundSocket } from '../../kit/net/outbound-socket.ts'
import { readResponse, tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import { classifyRefusal, parseRefusalPrefix } from './errors.ts'
import { KIND, NostrEvent, type Signer, sign, toUnixSeconds } from './event.ts'
import { nostr } from './platform.ts'

export interface Filter {
  readonly ids?: readonly string[]
  readonly authors?: readonly string[]
  readonly kinds?: readonly number[]
  readonly '#e'?: readonly string[]
  readonly '#p'?: readonly string[]
  readonly '#q'?: readonly string[]
  readonly since?: number
  readonly until?: number
  readonly limit?: number
}

export interface QueryOptions {
  /**
   * Fails on an event that cannot be read, where the result decides that an event is absent or deleted. Otherwise such an event is
   * left out: anyone can publish to a relay, and one event must not hide the others.
   */
  readonly isStrict?: boolean
}

/** A connection to one relay, for one request at a time. */
export interface Relay {
  /** Returns when the relay has the event. */
  publish(event: NostrEvent): Promise<void>
  /** Returns the stored events that match a filter. Their signatures are not checked yet. */
  query(filters: readonly Filter[], options?: QueryOptions): Promise<NostrEvent[]>
}

/** The third part of an OK: without it the relay may or may not have stored the event. */
const Verdict = Type.Object({ accepted: Type.Boolean() })

const DEADLINE_MS = 10_000
const CHALLENGE_MS = 2000
/** Enough for a page of the largest events that relays usually store. */
const BYTES_MAX = 8_388_608

/** Connects to a relay while `work` runs. A failure of the connection is a `PlatformError`. */
export async function withRelay<T>(signer: Signer, url: string, work: (relay: Relay) => Promise<T>): Promise<T> {
  const state = { isWriting: false }
  let socket: OutboundSocket | undefined
  try {
    socket = await signer.call.socket({ url, deadlineMs: DEADLINE_MS, bytesMax: BYTES_MAX })
    return await work(createRelay(signer, url, socket, state))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new PlatformError(state.isWriting ? 'ambiguous' : 'unavailable', `${url}: ${error.message}.`, {
      rule: 'nostr.relay.unreachable',
      cause: error,
    })
  } finally {
    socket?.close()
  }
}

function createRelay(signer: Signer, url: string, socket: OutboundSocket, state: { isWriting: boolean }): Relay {
  let challenge: string | undefined
  let isSignedIn = false
  let subscriptions = 0
  const send = (...message: readonly unknown[]) => socket.send(JSON.stringify(message))

  /** Reads a part of a message. A WebSocket message has no status: it counts as a success. */
  function read<S extends TSchema>(schema: S, value: unknown, mutates: boolean): Static<S> {
    const response = { status: 200, headers: {}, text: JSON.stringify(value ?? null), body: value }
    return readResponse(nostr, response, schema, { mutates, report: signer.call.report })
  }

  function readChallenge([type, text]: readonly unknown[]): void {
    if (type === 'AUTH' && typeof text === 'string') challenge = text
  }

  async function receive(): Promise<readonly unknown[]> {
    for (;;) {
      const message = parse(await socket.next())
      if (message[0] !== 'AUTH') return message
      readChallenge(message)
    }
  }

  async function receiveVerdict(eventId: string, mutates: boolean) {
    for (;;) {
      const [type, id, accepted, reason] = await receive()
      if (type === 'OK' && id === eventId) return { isAccepted: read(Verdict, { accepted }, mutates).accepted, reason }
    }
  }

  /** Some relays send the challenge after the refusal. */
  async function receiveChallenge(): Promise<void> {
    const received = (async () => {
      while (challenge === undefined) readChallenge(parse(await socket.next()))
    })()
    await Promise.race([received.catch(() => {}), sleep(CHALLENGE_MS, undefined, { ref: false })])
  }

  /** Signs in (NIP-42). Returns false without a challenge, and after an earlier sign-in. */
  async function signIn(): Promise<boolean> {
    if (isSignedIn) return false
    if (challenge === undefined) await receiveChallenge()
    if (challenge === undefined) return false
    isSignedIn = true
    const tags = [
      ['relay', url],
      ['challenge', challenge],
    ]
    const created_at = toUnixSeconds(signer.call.now())
    const event = sign(signer, { kind: KIND.relayAuth, created_at, tags, content: '' })
    send('AUTH', event)
    const { isAccepted, reason } = await receiveVerdict(event.id, false)
    if (!isAccepted) throw classifyRefusal(url, reason, false)
    return true
  }

  return {
    async publish(event) {
      state.isWriting = true
      send('EVENT', event)
      const { isAccepted, reason } = await receiveVerdict(event.id, true)
      state.isWriting = false
      const prefix = parseRefusalPrefix(reason)
      if (isAccepted || prefix === 'duplicate') return
      if (prefix === 'auth-required' && (await signIn())) return this.publish(event)
      throw classifyRefusal(url, reason, true)
    },

    async query(filters, options = {}) {
      const subscription = `quoin${++subscriptions}`
      const found: NostrEvent[] = []
      send('REQ', subscription, ...filters)
      for (;;) {
        const [type, id, content] = await receive()
        if (id !== subscription) continue
        if (type === 'EVENT') {
          const event = options.isStrict ? read(NostrEvent, content, false) : tryRead(NostrEvent, content)
          if (event && filters.some((filter) => matches(filter, event))) found.push(event)
        }
        if (type === 'EOSE') {
          send('CLOSE', subscription)
          return found
        }
        if (type !== 'CLOSED') continue
        if (parseRefusalPrefix(content) === 'auth-required' && (await signIn())) return this.query(filters, options)
        throw classifyRefusal(url, content, false)
      }
    },
  }
}

/** Checks an event against the filter: a relay may send any event. */
function matches(filter: Filter, event: NostrEvent): boolean {
  const { ids, authors, kinds, since = 0, until = Number.POSITIVE_INFINITY } = filter
  const hasTag = (name: 'e' | 'p' | 'q') =>
    !filter[`#${name}`] || event.tags.some(([key, value = '']) => key === name && filter[`#${name}`]?.includes(value))
  return (
    (!ids || ids.includes(event.id)) &&
    (!authors || authors.includes(event.pubkey)) &&
    (!kinds || kinds.includes(event.kind)) &&
    event.created_at >= since &&
    event.created_at <= until &&
    hasTag('e') &&
    hasTag('p') &&
    hasTag('q')
  )
}

function parse(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(text)
    return Array.isArray(message) ? message : []
  } catch {
    return []
  }
}
