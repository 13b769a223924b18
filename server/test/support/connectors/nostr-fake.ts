import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { schnorr } from '@noble/curves/secp256k1.js'
import { type WebSocket, WebSocketServer } from 'ws'
import { atEnd } from '../harness.ts'
import { loopback, type ReceivedRequest } from './loopback.ts'

export interface FakeEvent {
  readonly id: string
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- messages of clients have any shape
type Any = any

/** A failure of the next message of a client. */
export type RelayFault =
  /** The connection ends; the message had no effect. */
  | 'drop_before'
  /** The connection ends after the effect. */
  | 'drop_after'
  /** The event is stored, and the response is `error:`. */
  | 'error_after'
  /** The event is stored, and the OK does not say whether it was accepted. */
  | 'no_verdict'
  | 'rate_limited'
  /** No failure. */
  | 'none'

const serialize = ({ pubkey, created_at, kind, tags, content }: Omit<FakeEvent, 'id' | 'sig'>) =>
  JSON.stringify([0, pubkey, created_at, kind, tags, content])
const hash = (text: string) => createHash('sha256').update(text).digest()

/** A person with their own key. It uses none of the code under test. */
export class FakePerson {
  readonly privateKey = schnorr.utils.randomSecretKey()
  readonly publicKey = Buffer.from(schnorr.getPublicKey(this.privateKey)).toString('hex')
  get hex(): string {
    return Buffer.from(this.privateKey).toString('hex')
  }
  sign(event: Partial<FakeEvent> & { kind: number }): FakeEvent {
    const unsigned = {
      pubkey: this.publicKey,
      created_at: event.created_at ?? Math.floor(Date.now() / 1000),
      kind: event.kind,
      tags: event.tags ?? [],
      content: event.content ?? '',
    }
    const id = hash(serialize(unsigned))
    const sig = Buffer.from(schnorr.sign(id, this.privateKey)).toString('hex')
    return { ...unsigned, id: id.toString('hex'), sig }
  }
}

/** A relay in memory that makes the checks of the protocol (NIP-01, 09, 11, 42). */
export class FakeRelay {
  readonly events = new Map<string, FakeEvent>()
  readonly faults: RelayFault[] = []
  /** NIP-11; absent means that there is no document. */
  information: { limitation?: Record<string, number | boolean> } | undefined = {}
  /** The actions that require a sign-in (NIP-42). */
  authRequired: 'nothing' | 'writing' | 'everything' | 'gift wraps' = 'nothing'
  /** Sends the challenge after the first refusal, as some relays do. */
  challengesLate = false
  /** The refusal of every event. */
  refuses: string | undefined
  /** Events that are sent in response to every query. */
  readonly lies: FakeEvent[] = []
  isDown = false
  now = () => new Date()
  readonly url: string
  constructor(url: string) {
    this.url = url
  }

  serve(socket: WebSocket, origin: string): void {
    const challenge = randomUUID()
    const signedIn = new Set<string>()
    const send = (...message: readonly unknown[]) => socket.send(JSON.stringify(message))
    if (this.authRequired !== 'nothing' && !this.challengesLate) send('AUTH', challenge)
    const receive = (message: [string, ...Any[]], say: typeof send) => {
      const [type, ...rest] = message
      const challengeWith = (...refusal: readonly unknown[]) => {
        say(...refusal)
        if (this.challengesLate && String(refusal.at(-1)).startsWith('auth-required:')) say('AUTH', challenge)
      }
      const fault = type === 'CLOSE' || type === 'AUTH' ? undefined : this.faults.shift()
      if (fault === 'drop_before') return socket.terminate()
      if (type === 'AUTH') return this.#signIn(rest[0], challenge, signedIn, say)
      if (type === 'EVENT') {
        if (fault === 'rate_limited') return say('OK', rest[0].id, false, 'rate-limited: slow down')
        const refusal = this.#store(rest[0], signedIn)
        if (fault === 'drop_after') return socket.terminate()
        if (fault === 'error_after') return say('OK', rest[0].id, false, 'error: could not write to the log')
        if (fault === 'no_verdict') return say('OK', rest[0].id)
        return challengeWith('OK', rest[0].id, refusal === '' || refusal.startsWith('duplicate:'), refusal)
      }
      if (type !== 'REQ') return
      if (fault === 'rate_limited') return say('CLOSED', rest[0], 'rate-limited: too many questions')
      if (fault === 'drop_after') return socket.terminate()
      if (fault === 'error_after') return say('CLOSED', rest[0], 'error: could not read')
      this.#query(rest[0], rest.slice(1), signedIn, challengeWith)
    }
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as [string, ...Any[]]
      if (!loopback.watcher || !['EVENT', 'REQ'].includes(message[0])) return receive(message, send)
      void this.#watch(socket, origin, message[0], (say) => receive(message, say), send)
    })
  }

  /** Sends the relay's messages after the effect of the client's message was watched. */
  async #watch(
    socket: WebSocket,
    origin: string,
    method: string,
    receive: (say: (...message: readonly unknown[]) => void) => void,
    send: (...message: readonly unknown[]) => void,
  ): Promise<void> {
    const request: ReceivedRequest = {
      method,
      path: this.url,
      query: new URLSearchParams(),
      headers: {},
      bytes: Buffer.alloc(0),
      json: undefined,
    }
    if (!(await loopback.watcher?.(origin, request, 'arrived'))) return socket.terminate()
    const messages: (readonly unknown[])[] = []
    receive((...message) => messages.push(message))
    if (!(await loopback.watcher?.(origin, request, 'done'))) return socket.terminate()
    for (const message of messages) send(...message)
  }

  #signIn(event: FakeEvent, challenge: string, signedIn: Set<string>, say: (...message: unknown[]) => void) {
    const tag = (name: string) => event.tags.find(([key]) => key === name)?.[1]
    const isRight =
      this.isGenuine(event) && event.kind === 22_242 && tag('challenge') === challenge && tag('relay') === this.url
    if (isRight) signedIn.add(event.pubkey)
    say('OK', event.id, isRight, isRight ? '' : 'restricted: this does not answer the challenge')
  }

  isGenuine(event: FakeEvent): boolean {
    const id = hash(serialize(event))
    if (id.toString('hex') !== event.id) return false
    return schnorr.verify(Buffer.from(event.sig, 'hex'), id, Buffer.from(event.pubkey, 'hex'))
  }

  #store(event: FakeEvent, signedIn: ReadonlySet<string>): string {
    if (!this.isGenuine(event)) return 'invalid: the id or the signature is wrong'
    if (event.created_at > this.now().getTime() / 1000 + 900) return 'invalid: created_at is too far in the future'
    if (this.refuses !== undefined) return this.refuses
    const needsAuth = this.authRequired === 'writing' || this.authRequired === 'everything'
    if (needsAuth && signedIn.size === 0) return 'auth-required: please sign in'
    const { max_content_length = Infinity, min_pow_difficulty = 0 } = this.information?.limitation ?? {}
    if (Array.from(event.content).length > Number(max_content_length)) return 'invalid: the content is too long'
    if (Number(min_pow_difficulty) > 0) return `pow: difficulty 0 is less than ${min_pow_difficulty}`
    if (this.events.has(event.id)) return 'duplicate: already have this event'
    const isDeleted = [...this.events.values()].some(
      (one) => one.kind === 5 && one.pubkey === event.pubkey && this.#names(one, 'e', event.id),
    )
    if (isDeleted) return 'blocked: this event is deleted'
    this.add(event)
    return ''
  }

  /** Stores an event without a check. */
  add(event: FakeEvent): FakeEvent {
    const isReplaceable = event.kind === 0 || event.kind === 3 || (event.kind >= 10_000 && event.kind < 20_000)
    for (const [id, old] of this.events) {
      const isOlder = isReplaceable && old.kind === event.kind && old.pubkey === event.pubkey
      const isDeleted = event.kind === 5 && old.pubkey === event.pubkey && this.#names(event, 'e', id)
      if (isOlder || isDeleted) this.events.delete(id)
    }
    this.events.set(event.id, event)
    return event
  }

  #names = (event: FakeEvent, tag: string, value: string) =>
    event.tags.some(([key, tagged]) => key === tag && tagged === value)

  #query(id: string, filters: Any[], signedIn: ReadonlySet<string>, say: (...message: unknown[]) => void) {
    if (typeof id !== 'string' || id.length === 0 || id.length > 64) return say('NOTICE', 'invalid: subscription id')
    const isForeign = filters.some(({ ids = [], authors = [], '#e': e = [], '#p': p = [] }: Any) =>
      [...ids, ...authors, ...e, ...p].some((one: string) => !/^[0-9a-f]{64}$/.test(one)),
    )
    if (isForeign || filters.length === 0) return say('CLOSED', id, 'invalid: the filter has no valid form')
    const isGuarded = this.authRequired === 'gift wraps' && filters.some(({ kinds = [] }) => kinds.includes(1059))
    if ((isGuarded || this.authRequired === 'everything') && signedIn.size === 0)
      return say('CLOSED', id, 'auth-required: please sign in')
    for (const lie of this.lies) say('EVENT', id, lie)
    const max = Number(this.information?.limitation?.['max_limit'] ?? 500)
    const found = new Map<string, FakeEvent>()
    for (const filter of filters) {
      const fitting = [...this.events.values()]
        .filter((event) => this.#matches(filter, event))
        .filter((event) => !isGuarded || event.tags.some(([key, to = '']) => key === 'p' && signedIn.has(to)))
        .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
      for (const event of fitting.slice(0, Math.min(max, filter.limit ?? max))) found.set(event.id, event)
    }
    for (const event of found.values()) say('EVENT', id, event)
    say('EOSE', id)
  }

  #matches(filter: Any, event: FakeEvent): boolean {
    return Object.entries(filter as Record<string, Any>).every(([name, values]) => {
      if (name === 'ids') return values.includes(event.id)
      if (name === 'authors') return values.includes(event.pubkey)
      if (name === 'kinds') return values.includes(event.kind)
      if (name === 'since') return event.created_at >= values
      if (name === 'until') return event.created_at <= values
      if (name === 'limit') return true
      return event.tags.some(([key, value]) => `#${key}` === name && values.includes(value))
    })
  }
}

/** Serves several relays, a media server (Blossom) and a domain with addresses (NIP-05) on one port. */
export class FakeNostr {
  readonly relays = new Map<string, FakeRelay>()
  readonly blobs = new Map<string, { bytes: Buffer; type: string; pubkey: string }>()
  readonly names: Record<string, string> = {}
  /** Loopback addresses that replace the platform's own. */
  origins = new Map<string, string>()
  url = ''

  async start(): Promise<this> {
    const server: Server = createServer((message, response) => void this.#handle(message, response))
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (message, socket, head) =>
      this.#upgrade(message.url ?? '', socket, (serve) => sockets.handleUpgrade(message, socket, head, serve)),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      server.close()
    })
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    loopback.origins.push(this.url)
    this.origins = new Map(ORIGINS.map((origin) => [origin, this.url]))
    return this
  }

  addRelay(): FakeRelay {
    const path = `/${this.relays.size + 1}`
    const relay = new FakeRelay(`wss://relay.example.com${path}`)
    this.relays.set(path, relay)
    return relay
  }

  #upgrade(path: string, socket: Duplex, accept: (serve: (client: WebSocket) => void) => void): void {
    const relay = this.relays.get(path)
    if (!relay || relay.isDown) return void socket.destroy()
    accept((client) => {
      client.on('error', () => {})
      relay.serve(client, this.url)
    })
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(message)
    const { pathname } = new URL(message.url ?? '/', 'http://loopback')
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (pathname === '/.well-known/nostr.json') return void reply(200, { names: this.names })
    if (pathname === '/upload' && message.method === 'PUT') return this.#upload(message, bytes, reply)
    const relay = this.relays.get(pathname)
    const wantsInformation = message.headers.accept === 'application/nostr+json'
    if (!relay?.information || relay.isDown || !wantsInformation) return void reply(404, {})
    reply(200, { name: 'fake', supported_nips: [1, 9, 11, 42], ...relay.information })
  }

  /** BUD-02 and BUD-11. */
  #upload(message: IncomingMessage, bytes: Buffer, reply: (status: number, body: unknown, headers?: Any) => void) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [scheme, token = ''] = (message.headers.authorization ?? '').split(' ')
    const auth = JSON.parse(Buffer.from(token, 'base64url').toString() || '{}') as Partial<FakeEvent>
    const tag = (name: string) => auth.tags?.find(([key]) => key === name)?.[1]
    const isRight =
      scheme === 'Nostr' &&
      auth.kind === 24_242 &&
      new FakeRelay('').isGenuine(auth as FakeEvent) &&
      tag('t') === 'upload' &&
      tag('x') === sha256 &&
      tag('server') === 'media.example.com' &&
      Number(tag('expiration')) > Date.now() / 1000
    if (!isRight) return reply(401, {}, { 'x-reason': 'no valid authorization' })
    if (message.headers['x-sha-256'] !== sha256) return reply(409, {})
    const isKnown = this.blobs.has(sha256)
    const type = message.headers['content-type'] ?? ''
    this.blobs.set(sha256, { bytes, type, pubkey: auth.pubkey ?? '' })
    const extension = type.split('/')[1] ?? 'bin'
    const url = `https://media.example.com/${sha256}.${extension}`
    reply(isKnown ? 200 : 201, { url, sha256, size: bytes.length, type, uploaded: Math.floor(Date.now() / 1000) })
  }
}

const ORIGINS = ['https://relay.example.com', 'https://media.example.com', 'https://alice.example.com']
