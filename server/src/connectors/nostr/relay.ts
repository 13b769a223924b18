import { setTimeout as sleep } from 'node:timers/promises'
import { OutboundError } from '../../kit/net/outbound-error.ts'
import type { OutboundSocket } from '../../kit/net/outbound-socket.ts'
import { PlatformError } from '../platform-error.ts'
import { classifyRefusal, parseRefusalPrefix } from './errors.ts'
import { isEvent, KIND, type NostrEvent, type Signer, sign, toUnixSeconds } from './event.ts'

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

/** A conversation with one relay, one question at a time. */
export interface Relay {
  /** Returns when the relay has the event. */
  publish(event: NostrEvent): Promise<void>
  /** The stored events that fit. Their signatures are not checked yet. */
  query(...filters: readonly Filter[]): Promise<NostrEvent[]>
}

const DEADLINE_MS = 10_000
const CHALLENGE_MS = 2000
/** Enough for a page of the largest events that relays usually keep. */
const BYTES_MAX = 8_388_608

/** Connects to a relay for some questions. Throws only `PlatformError` of what happens on the way. */
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
  const say = (...message: readonly unknown[]) => socket.send(JSON.stringify(message))

  function readChallenge([type, text]: readonly unknown[]): void {
    if (type === 'AUTH' && typeof text === 'string') challenge = text
  }

  async function hear(): Promise<readonly unknown[]> {
    for (;;) {
      const message = parse(await socket.next())
      if (message[0] !== 'AUTH') return message
      readChallenge(message)
    }
  }

  async function hearOk(id: string): Promise<readonly unknown[]> {
    for (;;) {
      const message = await hear()
      if (message[0] === 'OK' && message[1] === id) return message
    }
  }

  /** Some relays send the challenge after the refusal. */
  async function hearChallenge(): Promise<void> {
    const heard = (async () => {
      while (challenge === undefined) readChallenge(parse(await socket.next()))
    })()
    await Promise.race([heard.catch(() => {}), sleep(CHALLENGE_MS, undefined, { ref: false })])
  }

  /** NIP-42. False when there is nothing to answer, or it was answered before. */
  async function signIn(): Promise<boolean> {
    if (isSignedIn) return false
    if (challenge === undefined) await hearChallenge()
    if (challenge === undefined) return false
    isSignedIn = true
    const tags = [
      ['relay', url],
      ['challenge', challenge],
    ]
    const event = sign(signer, {
      kind: KIND.relayAuth,
      created_at: toUnixSeconds(signer.call.now()),
      tags,
      content: '',
    })
    say('AUTH', event)
    const [, , isAccepted, text] = await hearOk(event.id)
    if (isAccepted !== true) throw classifyRefusal(url, text, false)
    return true
  }

  return {
    async publish(event) {
      state.isWriting = true
      say('EVENT', event)
      const [, , isAccepted, text] = await hearOk(event.id)
      state.isWriting = false
      if (isAccepted === true || parseRefusalPrefix(text) === 'duplicate') return
      if (parseRefusalPrefix(text) === 'auth-required' && (await signIn())) return this.publish(event)
      throw classifyRefusal(url, text, true)
    },

    async query(...filters) {
      const subscription = `quoin${++subscriptions}`
      const found: NostrEvent[] = []
      say('REQ', subscription, ...filters)
      for (;;) {
        const [type, about, content] = await hear()
        if (about !== subscription) continue
        if (type === 'EVENT' && isEvent(content) && filters.some((filter) => fits(filter, content))) found.push(content)
        if (type === 'EOSE') {
          say('CLOSE', subscription)
          return found
        }
        if (type !== 'CLOSED') continue
        if (parseRefusalPrefix(content) === 'auth-required' && (await signIn())) return this.query(...filters)
        throw classifyRefusal(url, content, false)
      }
    },
  }
}

/** A relay may send what was not asked for. */
function fits(filter: Filter, event: NostrEvent): boolean {
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
