import { createHash, randomBytes } from 'node:crypto'
import { lengthOf } from '../../../src/connectors/limits.ts'
import { type FakeReply, type PlannedFault, type Received, serve } from './loopback.ts'
import { describeInstance, htmlOf, mediumView, pageOf } from './mastodon-views.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- statuses of every shape
type Any = any

interface Person {
  readonly id: string
  readonly username: string
  displayName?: string
  followers: number
  suspended: boolean
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
}

class Refusal extends Error {
  readonly given: FakeReply
  constructor(status: number, error: string, more: object = {}, headers: Record<string, string> = {}) {
    super(error)
    this.given = { status, body: { error, ...more }, headers }
  }
}

const notFound = () => new Refusal(404, 'Record not found')
const nonce = () => randomBytes(20).toString('base64url')

/** The part of Mastodon 4.7 that we use, written after its documentation and source. */
export class FakeMastodon {
  readonly people = new Map<string, Person>()
  readonly statuses = new Map<string, Any>()
  readonly media = new Map<string, Any>()
  readonly tokens = new Map<string, Token>()
  readonly apps = new Map<string, Any>()
  readonly codes = new Map<string, Any>()
  readonly faults: PlannedFault[] = []
  readonly requests: Received[] = []
  throttled = 0
  echoes = false
  /** How often an upload is polled before it is ready; -1 makes its processing fail. */
  mediaPolls = 0
  maxCharacters = 500
  /** Forgets idempotency keys, as servers under load were observed to do. */
  forgetsKeys = false
  origin = ''
  private keys = new Map<string, string>()
  private notifications: Any[] = []
  private lastId = 1000

  async start(): Promise<this> {
    this.origin = await serve((request) => this.answer(request), this.faults)
    return this
  }

  signUp(username: string): Person {
    const known = [...this.people.values()].find((one) => one.username === username)
    const person = known ?? { id: this.nextId(), username, followers: 0, suspended: false }
    this.people.set(person.id, person)
    return person
  }

  /** A person approves the authorization; returns the redirect back to us. */
  approve(address: string, username: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const app = this.apps.get(query.get('client_id') ?? '')
    const back = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(' ')
    const isRight =
      pathname === '/oauth/authorize' &&
      query.get('response_type') === 'code' &&
      app?.redirect_uris.includes(back) &&
      scopes.every((scope) => app.scopes.includes(scope)) &&
      query.get('code_challenge_method') === 'S256'
    if (!isRight) throw new Error(`The server shows an error instead of the question: ${address}`)
    const code = nonce()
    this.codes.set(code, { app, back, scopes, challenge: query.get('code_challenge'), person: this.signUp(username) })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  /** Writes a status without our connector. */
  post(username: string, text: string): Any {
    return this.keep(this.signUp(username), { text, html: htmlOf(text), visibility: 'public' })
  }

  /** Writes a direct status to one person. */
  sendDirect(from: string, to: string, body: string, in_reply_to_id: string | null = null): string {
    const { id, username } = this.signUp(to)
    const mentions = [{ id, username, acct: username }]
    const html = `<p><span class="h-card">@<span>${username}</span></span> ${body}</p>`
    return this.keep(this.signUp(from), {
      text: `@${to} ${body}`,
      html,
      visibility: 'direct',
      mentions,
      in_reply_to_id,
    }).id
  }

  /** Replies without our connector; the author of the parent is mentioned and notified. */
  comment(username: string, parentId: string, body: string, visibility = 'public'): string {
    const parent = this.statuses.get(parentId)
    const html = `<p><span class="h-card"><a href="#" class="u-url mention">@<span>${parent.account.username}</span></a></span> ${body}</p>`
    const mentions = [{ id: parent.account.id, username: parent.account.username, acct: parent.account.username }]
    return this.keep(this.signUp(username), { text: body, html, visibility, mentions, in_reply_to_id: parentId }).id
  }

  private nextId(): string {
    return String(++this.lastId)
  }

  private answer(request: Received): FakeReply {
    this.requests.push(request)
    try {
      if (this.throttled > 0 && this.throttled--) throw this.throttle()
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match) return handler(request, match[1] ?? '')
      }
      return { status: 404, body: 'Not found' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.given
      const said = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.given, body: { ...(error.given.body as object), error_description: said } }
    }
  }

  private throttle(): Refusal {
    const reset = new Date(Math.floor(Date.now() / 1000) * 1000 + 90_000).toISOString()
    return new Refusal(
      429,
      'Too many requests',
      {},
      { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    )
  }

  private readonly routes: [string, (request: Received, id: string) => FakeReply][] = [
    ['POST /api/v1/apps', ({ json }) => this.register(json)],
    ['POST /oauth/token', ({ json }) => this.exchange(json)],
    ['GET /api/v2/instance', () => ({ status: 200, body: describeInstance(this.maxCharacters) })],
    ['GET /api/v1/accounts/verify_credentials', (r) => ok(this.accountOf(this.authorize(r, 'read:accounts')))],
    ['GET /api/v1/accounts/(\\d+)/statuses', (r, id) => this.listStatuses(r, id)],
    ['GET /api/v1/notifications', (r) => this.listNotifications(r)],
    ['GET /api/v1/conversations', (r) => this.listConversations(r)],
    ['POST /api/v2/media', (r) => this.upload(r)],
    ['GET /api/v1/media/(\\w+)', (r, id) => this.showMedia(r, id)],
    ['POST /api/v1/statuses', (r) => this.receive(r)],
    ['GET /api/v1/statuses', (r) => this.showStatuses(r)],
    ['GET /api/v1/statuses/(\\w+)/context', (r, id) => this.context(r, id)],
    ['GET /api/v1/statuses/(\\w+)/source', (r, id) => this.showSource(r, id)],
    ['GET /api/v1/statuses/(\\w+)', (r, id) => ok(this.show(r, id))],
    ['DELETE /api/v1/statuses/(\\w+)', (r, id) => this.remove(r, id)],
  ]

  private register({ client_name, redirect_uris, scopes = 'read' }: Any): FakeReply {
    if (!client_name || !redirect_uris?.length) throw new Refusal(422, "Validation failed: Name can't be blank")
    const app = {
      client_id: nonce(),
      client_secret: nonce(),
      name: client_name,
      redirect_uris,
      scopes: scopes.split(' '),
    }
    this.apps.set(app.client_id, app)
    return ok(app)
  }

  private exchange({ grant_type, code, client_id, client_secret, redirect_uri, code_verifier }: Any): FakeReply {
    const app = this.apps.get(client_id)
    if (!app || app.client_secret !== client_secret)
      throw new Refusal(401, 'invalid_client', { error_description: 'Client authentication failed.' })
    const given = this.codes.get(code)
    const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url')
    const isRight = grant_type === 'authorization_code' && given?.app === app && given.back === redirect_uri
    if (!isRight || challenge !== given.challenge)
      throw new Refusal(400, 'invalid_grant', { error_description: 'The provided authorization grant is invalid.' })
    this.codes.delete(code)
    const token = nonce()
    this.tokens.set(token, { person: given.person, scopes: given.scopes })
    return ok({ access_token: token, token_type: 'Bearer', scope: given.scopes.join(' '), created_at: 1 })
  }

  private authorize({ headers }: Received, scope: string): Person {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token) throw new Refusal(401, 'The access token is invalid')
    const isAllowed = token.scopes.includes(scope) || token.scopes.includes(scope.split(':')[0] ?? '')
    if (!isAllowed) throw new Refusal(403, 'This action is outside the authorized scopes')
    return token.person
  }

  private accountOf({ id, username, displayName = `${username}!`, followers, suspended }: Person): Any {
    const own = [...this.statuses.values()].filter(({ account }) => account.id === id)
    return {
      id,
      username,
      acct: username,
      display_name: displayName,
      avatar: 'https://example.com/avatar.png',
      followers_count: followers,
      statuses_count: own.length,
      ...(suspended && { suspended }),
    }
  }

  private listStatuses(request: Received, id: string): FakeReply {
    this.authorize(request, 'read:statuses')
    const all = [...this.statuses.values()].filter(({ account }) => account.id === id)
    return ok(pageOf(all, request.query, 20, 40))
  }

  private listNotifications(request: Received): FakeReply {
    const { id } = this.authorize(request, 'read:notifications')
    const types = request.query.getAll('types[]')
    const all = this.notifications.filter(({ to, type }) => to === id && (types.length === 0 || types.includes(type)))
    return ok(pageOf(all, request.query, 40, 80))
  }

  /** Threads of direct statuses. */
  private listConversations(request: Received): FakeReply {
    const { id: me } = this.authorize(request, 'read:statuses')
    const all = [...this.statuses.values()].filter(
      ({ visibility, account, mentions }) =>
        visibility === 'direct' && (account.id === me || mentions.some((one: Any) => one.id === me)),
    )
    const rootOf = (status: Any): string => {
      const parent = this.statuses.get(status.in_reply_to_id)
      return parent ? rootOf(parent) : status.id
    }
    const threads = [...Map.groupBy(all, rootOf)].map(([id, statuses]) => {
      const ids = statuses.flatMap(({ account, mentions }) => [account.id, ...mentions.map((one: Any) => one.id)])
      const others = [...new Set(ids)].filter((one) => one !== me).flatMap((one) => this.people.get(one) ?? [])
      return { id, unread: false, accounts: others.map((one) => this.accountOf(one)), last_status: statuses.at(-1) }
    })
    return ok(threads.toSorted((a, b) => Number(b.last_status.id) - Number(a.last_status.id)).slice(0, 40))
  }

  private upload(request: Received): FakeReply {
    const { id: owner } = this.authorize(request, 'write:media')
    const text = request.bytes.toString('latin1')
    // RFC 2046: a boundary that is not a token must be quoted.
    const boundary = /boundary=([\w'+.-]{1,70})$/.exec(request.headers['content-type'] ?? '')?.[1]
    if (!boundary || !text.trimEnd().endsWith(`--${boundary}--`)) throw new Refusal(422, 'Bad multipart')
    const parts = text.split(`--${boundary}`).slice(1, -1)
    const read = (name: string) => parts.find((part) => part.includes(`name="${name}"`))
    const file = read('file')
    const mime = /content-type: (\S+)/i.exec(file ?? '')?.[1] ?? ''
    const known = describeInstance(this.maxCharacters).configuration.media_attachments.supported_mime_types
    if (!file || !known.includes(mime)) throw new Refusal(422, 'Validation failed: File content type is invalid')
    const description = Buffer.from(read('description')?.split('\r\n\r\n')[1]?.trimEnd() ?? '', 'latin1').toString()
    const isNow = mime.startsWith('image/')
    const content = file.slice(file.indexOf('\r\n\r\n') + 4, -2)
    const medium = {
      id: this.nextId(),
      owner,
      mime,
      description,
      size: content.length,
      polls: this.mediaPolls,
      status: '',
    }
    this.media.set(medium.id, medium)
    return { status: isNow ? 200 : 202, body: mediumView(medium, isNow) }
  }

  private showMedia(request: Received, id: string): FakeReply {
    const medium = this.media.get(id)
    if (medium?.owner !== this.authorize(request, 'write:media').id || medium.status) throw notFound()
    if (medium.polls < 0) throw new Refusal(422, 'Error processing thumbnail for uploaded media')
    const isReady = medium.polls-- === 0 || medium.mime.startsWith('image/')
    if (isReady) medium.polls = 0
    return { status: isReady ? 200 : 206, body: mediumView(medium, isReady) }
  }

  private receive(request: Received): FakeReply {
    const person = this.authorize(request, 'write:statuses')
    const given = request.headers['idempotency-key']
    const key = given && `${person.id} ${String(given)}`
    const known = key && this.keys.get(key)
    if (known) {
      const status = this.statuses.get(known)
      if (!status) throw notFound()
      return ok(status)
    }
    const { status: text = '', media_ids = [], visibility = 'public', spoiler_text = '', in_reply_to_id } = request.json
    if (!['public', 'unlisted', 'private', 'direct'].includes(visibility)) throw new Refusal(422, 'Validation failed')
    if (text.trim() === '' && media_ids.length === 0) throw new Refusal(422, "Validation failed: Text can't be blank")
    const counted = `${spoiler_text}${text.replaceAll(/https?:\/\/\S+/g, 'x'.repeat(23))}`
    if (lengthOf(counted, 'graphemes') > this.maxCharacters)
      throw new Refusal(422, `Validation failed: Text character limit of ${this.maxCharacters} exceeded`)
    const attached = media_ids.map((id: string) => this.media.get(id))
    if (attached.some((medium: Any) => medium?.owner !== person.id || medium.status))
      throw new Refusal(422, 'Validation failed: media not found')
    if (
      attached.length > 4 ||
      (attached.length > 1 && attached.some((medium: Any) => medium.mime.startsWith('video/')))
    )
      throw new Refusal(422, 'Cannot attach a video to a post that already contains images')
    if (attached.some((medium: Any) => !medium.mime.startsWith('image/') && medium.polls > 0))
      throw new Refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!')
    if (in_reply_to_id && !this.statuses.has(in_reply_to_id)) throw notFound()
    const mentions = [...text.matchAll(/@(\w+)/g)].flatMap(([, name]) => {
      const one = [...this.people.values()].find(({ username }) => username === name)
      return one ? [{ id: one.id, username: one.username, acct: one.username }] : []
    })
    const status = this.keep(person, { ...request.json, text, html: htmlOf(text), visibility, mentions, attached })
    for (const medium of attached) medium.status = status.id
    if (key && !this.forgetsKeys) this.keys.set(key, status.id)
    return ok(status)
  }

  private keep(person: Person, { text, html, mentions = [], attached = [], ...rest }: Any): Any {
    const id = this.nextId()
    const status = {
      id,
      url: `${this.origin}/@${person.username}/${id}`,
      created_at: new Date().toISOString(),
      account: this.accountOf(person),
      content: html,
      source: text.trim(),
      spoiler_text: '',
      in_reply_to_id: null,
      mentions,
      media_attachments: attached.map((medium: Any) => mediumView(medium, true)),
      favourites_count: 0,
      reblogs_count: 0,
      replies_count: 0,
      quotes_count: 0,
      ...rest,
    }
    this.statuses.set(id, status)
    for (const { id: to } of mentions)
      if (to !== person.id) this.notifications.push({ id: this.nextId(), type: 'mention', to, status })
    const parent = this.statuses.get(status.in_reply_to_id)
    if (parent) parent.replies_count++
    return status
  }

  private show(request: Received, id: string): Any {
    this.authorize(request, 'read:statuses')
    const status = this.statuses.get(id)
    if (!status) throw notFound()
    return status
  }

  private showStatuses(request: Received): FakeReply {
    this.authorize(request, 'read:statuses')
    const ids = request.query.getAll('id[]')
    if (ids.length > 20) throw new Refusal(422, 'Too many statuses')
    return ok(ids.flatMap((id) => this.statuses.get(id) ?? []))
  }

  private showSource(request: Received, id: string): FakeReply {
    const { source, spoiler_text } = this.show(request, id)
    return ok({ id, text: source, spoiler_text })
  }

  private ancestors(request: Received, id: string): Any[] {
    const parent = this.statuses.get(this.show(request, id).in_reply_to_id)
    return parent ? [...this.ancestors(request, parent.id), parent] : []
  }

  private context(request: Received, id: string): FakeReply {
    const below = (parent: string): Any[] =>
      [...this.statuses.values()]
        .filter(({ in_reply_to_id }) => in_reply_to_id === parent)
        .flatMap((status) => [status, ...below(status.id)])
    return ok({ ancestors: this.ancestors(request, id), descendants: below(id) })
  }

  private remove(request: Received, id: string): FakeReply {
    const person = this.authorize(request, 'write:statuses')
    const status = this.statuses.get(id)
    if (status?.account.id !== person.id) throw notFound()
    this.statuses.delete(id)
    return ok({ ...status, text: status.source })
  }
}

const ok = (body: unknown): FakeReply => ({ status: 200, body })
