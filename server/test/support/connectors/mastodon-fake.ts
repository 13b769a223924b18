import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'
import { MASTODON, type ServerKind } from './mastodon-kinds.ts'
import { FakeSignIns, type Person, Refusal } from './mastodon-sign-ins.ts'
import { buildLinkHeader, describeInstance, mediumView, paginate, readUpload, renderHtml } from './mastodon-views.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- statuses of every shape
type Any = any

const notFound = () => new Refusal(404, 'Record not found')

/** The part of Mastodon's API that we use, as servers of one kind have it. */
export class FakeMastodon {
  readonly kind: ServerKind
  readonly people = new Map<string, Person>()
  readonly statuses = new Map<string, Any>()
  readonly media = new Map<string, Any>()
  readonly signIns: FakeSignIns
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  throttled = 0
  echoes = false
  /** Polls before an upload is ready; -1 makes its processing fail. */
  mediaPolls = 0
  maxCharacters = 500
  /** Forgets idempotency keys, as servers under load were observed to do. */
  forgetsKeys = false
  /** The names of people whose notifications are not shown. */
  readonly muted = new Set<string>()
  /** Descriptions that replace the server's usual ones; a missing one is a 404. */
  descriptions: { readonly 1?: object; readonly 2?: object } | null = null
  now = () => new Date()
  origin = ''
  private keys = new Map<string, string>()
  private notifications: Any[] = []
  private lastId = 1000

  constructor(kind: ServerKind = MASTODON) {
    this.kind = kind
    this.signIns = new FakeSignIns(kind)
  }

  async start(): Promise<this> {
    this.origin = await serve((request) => this.respond(request), this.faults)
    return this
  }

  /** `alice`, or `alice@elsewhere.example` for a person of another server. */
  signUp(acct: string): Person {
    const known = [...this.people.values()].find((one) => one.acct === acct)
    const username = String(acct.split('@')[0])
    const person = known ?? { id: this.nextId(), username, acct, followers: 0, suspended: false }
    this.people.set(person.id, person)
    return person
  }

  get tokens() {
    return this.signIns.tokens
  }

  /** A person approves the authorization; returns the redirect back to us. */
  approve(address: string, username: string): URL {
    return this.signIns.approve(address, this.signUp(username))
  }

  /** Writes a status without our connector. */
  post(username: string, text: string): Any {
    return this.keep(this.signUp(username), { text, html: renderHtml(text), visibility: 'public' })
  }

  /** Writes a direct status to one person. */
  sendDirect(from: string, to: string, body: string, in_reply_to_id: string | null = null): string {
    const { id, username, acct } = this.signUp(to)
    const mentions = [{ id, username, acct }]
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

  /** A person edits a status in another app. */
  edit(id: string, body: string): void {
    const status = this.statuses.get(id)
    Object.assign(status, { content: `<p>${body}</p>`, source: body, edited_at: new Date().toISOString() })
  }

  private nextId(): string {
    return this.kind.formatId(++this.lastId)
  }

  private respond(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      if (this.throttled > 0 && this.throttled--) throw this.throttle()
      if (this.kind.needsUserAgent && !request.headers['user-agent'])
        throw new Refusal(418, "I'm a teapot: no user-agent sent with request")
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match) return handler(request, match[1] ?? '')
      }
      throw new Refusal(404, 'Not Found')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.reply
      const said = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { ...(error.reply.body as object), error_description: said } }
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

  private readonly routes: [string, (request: ReceivedRequest, id: string) => FakeReply][] = [
    ['POST /api/v1/apps', ({ json }) => this.signIns.register(json)],
    ['POST /oauth/token', ({ json }) => this.signIns.exchange(json)],
    ['POST /oauth/revoke', (r) => this.signIns.revoke(r)],
    ['GET /api/v2/instance', () => this.describe(2)],
    ['GET /api/v1/instance', () => this.describe(1)],
    [
      'GET /api/v1/accounts/verify_credentials',
      (r) => ok(this.buildAccount(this.signIns.authorize(r, 'read:accounts'))),
    ],
    ['GET /api/v1/accounts/(\\w+)/statuses', (r, id) => this.listStatuses(r, id)],
    ['GET /api/v1/notifications', (r) => this.listNotifications(r)],
    ['GET /api/v1/conversations', (r) => this.listConversations(r)],
    ['POST /api/v2/media', (r) => this.upload(r)],
    ['GET /api/v1/media/(\\w+)', (r, id) => this.showMedia(r, id)],
    ['POST /api/v1/statuses', (r) => this.receive(r)],
    ['GET /api/v1/statuses', (r) => this.showStatuses(r)],
    ['GET /api/v1/statuses/(\\w+)/source', (r, id) => this.showSource(r, id)],
    ['GET /api/v1/statuses/(\\w+)', (r, id) => ok(this.show(r, id))],
    ['DELETE /api/v1/statuses/(\\w+)', (r, id) => this.remove(r, id)],
  ]

  private describe(version: 1 | 2): FakeReply {
    if (!this.descriptions) return ok(this.kind.describe(version, this.maxCharacters))
    const description = this.descriptions[version]
    if (!description) throw new Refusal(404, 'Not Found')
    return ok(description)
  }

  private buildAccount({ id, username, acct, displayName = `${username}!`, followers, suspended }: Person): Any {
    const own = [...this.statuses.values()].filter(({ account }) => account.id === id)
    return {
      id,
      username,
      acct,
      display_name: displayName,
      avatar: 'https://example.com/avatar.png',
      followers_count: followers,
      statuses_count: own.length,
      ...(suspended && { suspended }),
    }
  }

  private listStatuses(request: ReceivedRequest, id: string): FakeReply {
    this.signIns.authorize(request, 'read:statuses')
    const all = [...this.statuses.values()].filter(({ account }) => account.id === id)
    const page = paginate(all, request.query, 20, 40)
    return { ...ok(page), headers: buildLinkHeader(this.origin, request.path, page, request.query) }
  }

  private listNotifications(request: ReceivedRequest): FakeReply {
    const { id } = this.signIns.authorize(request, 'read:notifications')
    const types = request.query.getAll('types[]')
    const all = this.notifications.filter(({ to, type }) => to === id && (types.length === 0 || types.includes(type)))
    const isShown = ({ status }: Any) => !this.muted.has(status.account.username)
    const page = paginate(this.kind.filtersPages ? all : all.filter(isShown), request.query, 40, 80)
    return { ...ok(page.filter(isShown)), headers: buildLinkHeader(this.origin, request.path, page, request.query) }
  }

  /** Threads of direct statuses. */
  private listConversations(request: ReceivedRequest): FakeReply {
    const { id: me } = this.signIns.authorize(request, 'read:statuses')
    const all = [...this.statuses.values()].filter(
      ({ visibility, account, mentions }) =>
        visibility === 'direct' && (account.id === me || mentions.some((one: Any) => one.id === me)),
    )
    const findRootId = (status: Any): string => {
      const parent = this.statuses.get(status.in_reply_to_id)
      return parent ? findRootId(parent) : status.id
    }
    const threads = [...Map.groupBy(all, findRootId)].map(([id, statuses]) => {
      const ids = statuses.flatMap(({ account, mentions }) => [account.id, ...mentions.map((one: Any) => one.id)])
      const others = [...new Set(ids)].filter((one) => one !== me).flatMap((one) => this.people.get(one) ?? [])
      return { id, unread: false, accounts: others.map((one) => this.buildAccount(one)), last_status: statuses.at(-1) }
    })
    const sorted = threads.toSorted((a, b) => (a.last_status.id < b.last_status.id ? 1 : -1))
    return ok(sorted.slice(0, Number(request.query.get('limit') ?? 40)))
  }

  private upload(request: ReceivedRequest): FakeReply {
    const { id: owner } = this.signIns.authorize(request, 'write:media')
    const upload = readUpload(request.headers['content-type'] ?? '', request.bytes)
    if (!upload) throw new Refusal(422, 'Bad multipart')
    const { mime, description, size } = upload
    const known = describeInstance(this.maxCharacters).configuration.media_attachments.supported_mime_types
    if (!known.includes(mime)) throw new Refusal(422, 'Validation failed: File content type is invalid')
    const isNow = mime.startsWith('image/')
    const medium = {
      id: this.nextId(),
      owner,
      mime,
      description,
      size,
      polls: this.mediaPolls,
      status: '',
    }
    this.media.set(medium.id, medium)
    return { status: isNow ? 200 : 202, body: mediumView(medium, isNow) }
  }

  private showMedia(request: ReceivedRequest, id: string): FakeReply {
    const medium = this.media.get(id)
    if (medium?.owner !== this.signIns.authorize(request, 'write:media').id || medium.status) throw notFound()
    if (medium.polls < 0) throw new Refusal(422, 'Error processing thumbnail for uploaded media')
    const isReady = medium.polls-- === 0 || medium.mime.startsWith('image/')
    if (isReady) medium.polls = 0
    return { status: isReady ? 200 : 206, body: mediumView(medium, isReady) }
  }

  private receive(request: ReceivedRequest): FakeReply {
    const person = this.signIns.authorize(request, 'write:statuses')
    const header = request.headers['idempotency-key']
    const key = header && `${person.id} ${String(header)}`
    const known = key && this.kind.keepsKeys && this.keys.get(key)
    if (known) {
      const status = this.statuses.get(known)
      if (!status) throw notFound()
      return ok(status)
    }
    const { media_ids = [], visibility = 'public', in_reply_to_id } = request.json
    let { status: text = '', spoiler_text = '' } = request.json
    if (!['public', 'unlisted', 'private', 'direct'].includes(visibility)) throw new Refusal(422, 'Validation failed')
    // Mastodon makes a warning without a text the text.
    if (this.kind.keepsKeys && text.trim() === '') [text, spoiler_text] = [spoiler_text, '']
    if (`${text}${spoiler_text}`.trim() === '' && media_ids.length === 0)
      throw new Refusal(422, "Validation failed: Text can't be blank")
    if (this.kind.measureStatusLength(text, spoiler_text) > this.maxCharacters)
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
    const mentions = this.mentionsIn(text)
    const sent = { ...request.json, text, spoiler_text, html: renderHtml(text), visibility, mentions, attached }
    const status = this.keep(person, sent)
    for (const medium of attached) medium.status = status.id
    if (key && !this.forgetsKeys) this.keys.set(key, status.id)
    return ok(status)
  }

  private mentionsIn(text: string): Any[] {
    const { host: here } = new URL(this.origin)
    const names = [...text.matchAll(/(?<=^|\s)@(\w+(?:[.-]+\w+)*)(?:@([\w.:-]+\w))?/g)]
    const accts = new Set(names.map(([, name, host]) => (!host || host === here ? name : `${name}@${host}`)))
    return [...this.people.values()]
      .filter(({ acct }) => accts.has(acct))
      .map(({ id, username, acct }) => ({ id, username, acct }))
  }

  private keep(person: Person, { text, html, mentions = [], attached = [], ...rest }: Any): Any {
    const id = this.nextId()
    const status = {
      id,
      url: `${this.origin}/@${person.username}/${id}`,
      created_at: this.now().toISOString(),
      account: this.buildAccount(person),
      content: html,
      source: text.trim(),
      spoiler_text: '',
      in_reply_to_id: null,
      in_reply_to_account_id: null,
      mentions,
      media_attachments: attached.map((medium: Any) => mediumView(medium, true)),
      favourites_count: 0,
      reblogs_count: 0,
      replies_count: 0,
      quotes_count: 0,
      ...rest,
    }
    status.in_reply_to_account_id = this.statuses.get(status.in_reply_to_id)?.account.id ?? null
    this.statuses.set(id, status)
    for (const { id: to } of mentions)
      if (to !== person.id) this.notifications.push({ id: this.nextId(), type: 'mention', to, status })
    const parent = this.statuses.get(status.in_reply_to_id)
    if (parent) parent.replies_count++
    return status
  }

  private show(request: ReceivedRequest, id: string): Any {
    this.signIns.authorize(request, 'read:statuses')
    const status = this.statuses.get(id)
    if (!status) throw notFound()
    return status
  }

  private showStatuses(request: ReceivedRequest): FakeReply {
    this.signIns.authorize(request, 'read:statuses')
    if (!this.kind.listsStatusesById) throw new Refusal(405, 'Method Not Allowed')
    const ids = request.query.getAll('id[]')
    if (ids.length > 20) throw new Refusal(422, 'Too many statuses')
    return ok(ids.flatMap((id) => this.statuses.get(id) ?? []))
  }

  private showSource(request: ReceivedRequest, id: string): FakeReply {
    const { source, spoiler_text } = this.show(request, id)
    return ok({ id, text: source, spoiler_text })
  }

  private remove(request: ReceivedRequest, id: string): FakeReply {
    const person = this.signIns.authorize(request, 'write:statuses')
    const status = this.statuses.get(id)
    if (status?.account.id !== person.id) throw notFound()
    this.statuses.delete(id)
    return ok({ ...status, text: status.source })
  }
}

const ok = (body: unknown): FakeReply => ({ status: 200, body })
