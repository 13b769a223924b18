import { randomBytes } from 'node:crypto'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- pins of every shape
type Any = any

const CLIENT = { id: '1500000', secret: 'pinterest-app-secret' }
const UPLOADS = 'https://pinterest-media-upload.s3-accelerate.amazonaws.com'

class Refusal extends Error {
  readonly given: FakeReply
  constructor(status: number, code: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.given = { status, body: { code, message }, headers }
  }
}

interface Person {
  readonly id: string
  readonly username: string
  isBusiness: boolean
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
  expiresAt: number
}

/** The part of Pinterest's API v5 that we use, written after its description and documentation. */
export class FakePinterest {
  readonly app = { client_id: CLIENT.id, client_secret: CLIENT.secret }
  readonly people = new Map<string, Person>()
  readonly boards = new Map<string, Any>()
  readonly sections = new Map<string, Any>()
  readonly pins = new Map<string, Any>()
  readonly media = new Map<string, Any>()
  readonly tokens = new Map<string, Token>()
  readonly refreshTokens = new Map<string, Token>()
  readonly faults: PlannedFault[] = []
  readonly exchanges: { request: ReceivedRequest; reply: FakeReply }[] = []
  throttled = 0
  echoes = false
  /** How often an upload is polled before it is ready; -1 makes its processing fail. */
  mediaPolls = 0
  hasTrialAccess = false
  /** Addresses that Pinterest cannot fetch. */
  readonly unreachable = new Set<string>()
  private lastId = 549_755_885_000
  private readonly codes = new Map<string, Any>()
  url = ''

  async start(): Promise<this> {
    this.url = await serve((request) => this.record(request), this.faults)
    return this
  }

  get origins(): Map<string, string> {
    return new Map([
      ['https://api.pinterest.com', this.url],
      [UPLOADS, `${this.url}/s3`],
    ])
  }

  signUp(username: string): Person {
    const known = this.people.get(username)
    if (known) return known
    const person = { id: this.nextId(), username, isBusiness: true }
    this.people.set(username, person)
    for (const name of ['Summer', 'Winter']) this.addBoard(username, name)
    return person
  }

  addBoard(username: string, name: string, more: object = {}): Any {
    const board = { id: this.nextId(), name, privacy: 'PUBLIC', owner: { username }, is_ads_only: false, ...more }
    this.boards.set(board.id, board)
    return board
  }

  addSection(boardId: string, name: string): string {
    const id = this.nextId()
    this.sections.set(id, { id, name, boardId })
    return id
  }

  /** A person approves the authorization; returns the redirect back to us. */
  approve(address: string, username: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const isRight = pathname === '/oauth/' && query.get('response_type') === 'code' && query.get('state')
    if (!isRight || query.get('client_id') !== CLIENT.id) throw new Error(`Pinterest shows an error: ${address}`)
    const code = randomBytes(20).toString('hex')
    const scopes = (query.get('scope') ?? '').split(',')
    const back = query.get('redirect_uri') ?? ''
    this.codes.set(code, { person: this.signUp(username), scopes, back })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  private nextId(): string {
    return String(++this.lastId)
  }

  private record(request: ReceivedRequest): FakeReply {
    const reply = this.answer(request)
    this.exchanges.push({ request, reply })
    return reply
  }

  private answer(request: ReceivedRequest): FakeReply {
    try {
      if (request.path.startsWith('/s3')) return this.receiveUpload(request)
      if (this.throttled > 0 && this.throttled--)
        throw new Refusal(429, 8, 'You have exceeded your rate limit. Try again later.', {
          'x-ratelimit-limit': '100, 100;w=1, 1000;w=60',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': '41',
        })
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path.replace(/^\/v5/, '')}`)
        if (match && request.path.startsWith('/v5')) return handler(request, match[1] ?? '', match[2] ?? '')
      }
      throw new Refusal(404, 4, 'API endpoint not found.')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.given
      const said = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.given, body: { ...(error.given.body as object), message: said } }
    }
  }

  private readonly routes: [string, (request: ReceivedRequest, id: string, other: string) => FakeReply][] = [
    ['POST /oauth/token', (r) => this.exchange(r)],
    ['GET /user_account', (r) => this.showAccount(r)],
    ['GET /user_account/analytics', (r) => this.showAnalytics(r)],
    ['GET /boards', (r) => this.listBoards(r)],
    ['GET /boards/(\\d+)/pins', (r, id) => this.listPins(r, id, null)],
    ['GET /boards/(\\d+)/sections/(\\d+)/pins', (r, id, section) => this.listPins(r, id, section)],
    ['POST /media', (r) => this.register(r)],
    ['GET /media/(\\w+)', (r, id) => this.showMedia(r, id)],
    ['POST /pins', (r) => this.create(r)],
    ['DELETE /pins/(\\w+)', (r, id) => this.remove(r, id)],
    ['GET /pins/(\\w+)/analytics', (r, id) => this.showPinAnalytics(r, id)],
  ]

  private exchange({ headers, bytes }: ReceivedRequest): FakeReply {
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) throw new Refusal(401, 2, 'Authentication failed.')
    const form = new URLSearchParams(bytes.toString('utf8'))
    if (form.get('grant_type') === 'refresh_token') {
      const known = this.refreshTokens.get(form.get('refresh_token') ?? '')
      if (!known) throw new Refusal(400, 283, 'The authorization grant is invalid')
      this.refreshTokens.delete(form.get('refresh_token') ?? '')
      return this.issue(known.person, known.scopes, 'refresh_token')
    }
    const given = this.codes.get(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code' || given?.back !== form.get('redirect_uri'))
      throw new Refusal(400, 283, 'The authorization grant is invalid')
    this.codes.delete(form.get('code') ?? '')
    // Without it an app from before September 2025 gets no token that renews itself.
    if (form.get('continuous_refresh') !== 'true') throw new Refusal(400, 1, 'continuous_refresh is missing')
    return this.issue(given.person, given.scopes, 'authorization_code')
  }

  private issue(person: Person, scopes: readonly string[], response_type: string): FakeReply {
    const [access_token, refresh_token] = [
      `pina_${randomBytes(16).toString('hex')}`,
      `pinr_${randomBytes(16).toString('hex')}`,
    ]
    const token = { person, scopes, expiresAt: Date.now() + 2_592_000_000 }
    this.tokens.set(access_token, token)
    this.refreshTokens.set(refresh_token, token)
    return ok({
      response_type,
      access_token,
      token_type: 'bearer',
      expires_in: 2_592_000,
      scope: scopes.join(' '),
      refresh_token,
      refresh_token_expires_in: 5_184_000,
      refresh_token_expires_at: Math.floor(Date.now() / 1000) + 5_184_000,
    })
  }

  private authorize({ headers }: ReceivedRequest, ...scopes: readonly string[]): Person {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token) throw new Refusal(401, 2, 'Authentication failed.')
    if (scopes.some((scope) => !token.scopes.includes(scope))) throw new Refusal(401, 3, 'Authorization failed.')
    return token.person
  }

  private showAccount(request: ReceivedRequest): FakeReply {
    const { id, username, isBusiness } = this.authorize(request, 'user_accounts:read')
    const own = [...this.pins.values()].filter(({ owner }) => owner === username)
    return ok(
      {
        id,
        username,
        account_type: isBusiness ? 'BUSINESS' : 'PINNER',
        business_name: isBusiness ? `${username} Ltd` : null,
        profile_image: 'https://i.pinimg.com/avatar.png',
        website_url: '',
        follower_count: 42,
        pin_count: own.length,
      },
      { 'x-userendpoint-ratelimit-limit': '1000', 'x-userendpoint-ratelimit-remaining': '250' },
    )
  }

  private listBoards(request: ReceivedRequest): FakeReply {
    const { username } = this.authorize(request, 'boards:read')
    const own = [...this.boards.values()].filter(({ owner }) => owner.username === username)
    return paginate(own, request)
  }

  private ownBoard(person: Person, id: string): Any {
    const board = this.boards.get(id)
    if (board?.owner.username !== person.username) throw new Refusal(404, 40, 'Board not found.')
    return board
  }

  private listPins(request: ReceivedRequest, boardId: string, section: string | null): FakeReply {
    this.ownBoard(this.authorize(request, 'boards:read', 'pins:read'), boardId)
    const all = [...this.pins.values()].filter(
      (pin) => pin.board_id === boardId && (section === null || pin.board_section_id === section),
    )
    return paginate(all.map(buildPinView).toReversed(), request)
  }

  private register(request: ReceivedRequest): FakeReply {
    const { username } = this.authorize(request, 'pins:read', 'pins:write')
    if (request.json?.media_type !== 'video') throw new Refusal(400, 1, 'media_type must be video')
    const media_id = this.nextId()
    const key = `uploads/${media_id}`
    this.media.set(media_id, { media_id, key, owner: username, bytes: 0, polls: 0 })
    const upload_parameters = {
      'x-amz-date': '20260115T093000Z',
      'x-amz-signature': 'signed',
      'x-amz-security-token': 'temporary',
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      key,
      policy: 'a policy',
      'x-amz-credential': 'a credential',
      'Content-Type': 'multipart/form-data',
    }
    return { status: 201, body: { media_id, media_type: 'video', upload_url: `${UPLOADS}/`, upload_parameters } }
  }

  /** S3: every parameter that was given out is in the form, and the file comes last. */
  private receiveUpload({ method, path, bytes, headers }: ReceivedRequest): FakeReply {
    const text = bytes.toString('latin1')
    const names = [...text.matchAll(/form-data; name="([\w-]+)"/g)].map(([, name]) => name)
    const key = /name="key"\r\n\r\n(.*?)\r\n/.exec(text)?.[1]
    const medium = [...this.media.values()].find((one) => one.key === key)
    const isWhole = names.length === 9 && names.at(-1) === 'file' && Number(headers['content-length']) === bytes.length
    if (method !== 'POST' || path !== '/s3/' || headers.authorization || !medium || !isWhole)
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    medium.bytes = bytes.length
    medium.polls = this.mediaPolls
    return { status: 204 }
  }

  private showMedia(request: ReceivedRequest, id: string): FakeReply {
    const { username } = this.authorize(request, 'pins:read')
    const medium = this.media.get(id)
    if (medium?.owner !== username) throw new Refusal(404, 50, 'Media not found.')
    const status = toUploadStatus(medium)
    if (medium.polls > 0) medium.polls--
    return ok({ media_id: id, media_type: 'video', status })
  }

  private create(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request, 'boards:read', 'boards:write', 'pins:read', 'pins:write')
    const { board_id, board_section_id = null, title = '', description = '', link = '' } = request.json
    this.ownBoard(person, board_id)
    if (this.hasTrialAccess)
      throw new Refusal(
        403,
        29,
        'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
      )
    if (board_section_id !== null && this.sections.get(board_section_id)?.boardId !== board_id)
      throw new Refusal(404, 2031, 'Board section not found.')
    if ([...title].length > 100 || [...description].length > 800 || link.length > 2048)
      throw new Refusal(400, 1, "Invalid request: too long, does not satisfy constraint 'maxLength'")
    if (link.includes('spam')) throw new Refusal(400, 1, 'Sorry! We blocked this link because it may lead to spam.')
    const id = this.nextId()
    const pin = {
      id,
      owner: person.username,
      board_id,
      board_section_id,
      title,
      description,
      link: link || null,
      alt_text: request.json.alt_text ?? null,
      created_at: new Date().toISOString().slice(0, 19),
      media: this.resolveMedia(person, request.json.media_source),
      source: request.json.media_source,
    }
    this.pins.set(id, pin)
    return { status: 201, body: buildPinView(pin) }
  }

  private resolveMedia(person: Person, source: Any): Any {
    const images = { '150x150': { width: 150, height: 150, url: 'https://i.pinimg.com/150x150/a.jpg' } }
    const fetchImage = (url: string) => {
      if (!URL.canParse(url) || this.unreachable.has(url)) throw new Refusal(400, 235, 'Unable to reach the URL')
      return images
    }
    if (source?.source_type === 'image_url') return { media_type: 'image', images: fetchImage(source.url) }
    if (source?.source_type === 'multiple_image_urls') {
      if (source.items.length < 2 || source.items.length > 5) throw new Refusal(400, 1, 'constraint: maxItems=5')
      return { media_type: 'multiple_images', items: source.items.map(({ url }: Any) => ({ images: fetchImage(url) })) }
    }
    const medium = this.media.get(source?.media_id)
    if (source?.source_type !== 'video_id' || medium?.owner !== person.username)
      throw new Refusal(400, 1, 'media_source is invalid')
    if (toUploadStatus(medium) !== 'succeeded') throw new Refusal(400, 1, 'The media is not processed')
    if (source.cover_image_url === undefined && source.cover_image_key_frame_time === undefined)
      throw new Refusal(400, 1, 'cover_image_url or cover_image_content_type and cover_image_data is required')
    return { media_type: 'video', images, duration: null, width: null, height: null }
  }

  private remove(request: ReceivedRequest, id: string): FakeReply {
    const { username } = this.authorize(request, 'boards:read', 'boards:write', 'pins:read', 'pins:write')
    if (this.pins.get(id)?.owner !== username) throw new Refusal(404, 50, 'Pin not found.')
    this.pins.delete(id)
    return { status: 204, body: '' }
  }

  private readDateRange({ query }: ReceivedRequest): string {
    const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
    const days = (Date.now() - Date.parse(start)) / 86_400_000
    if (!/^\d{4}-\d\d-\d\d$/.test(start) || start > end || days > 91)
      throw new Refusal(400, 1, 'start_date cannot be more than 90 days back from today')
    return end
  }

  private showAnalytics(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request, 'user_accounts:read')
    const date = this.readDateRange(request)
    if (!person.isBusiness) throw new Refusal(403, 29, 'You are not permitted to access that resource.')
    const metrics = { IMPRESSION: 240, ENGAGEMENT: 31, PIN_CLICK: 20 }
    const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
    const daily_metrics = [
      { date: yesterday, data_status: 'READY', metrics },
      { date, data_status: 'PROCESSING', metrics: {} },
    ]
    return ok({ all: { daily_metrics, summary_metrics: metrics } })
  }

  private showPinAnalytics(request: ReceivedRequest, id: string): FakeReply {
    const { username } = this.authorize(request, 'boards:read', 'pins:read')
    this.readDateRange(request)
    if (!request.query.get('metric_types')) throw new Refusal(400, 1, 'metric_types is required')
    if (this.pins.get(id)?.owner !== username) throw new Refusal(404, 50, 'Pin not found.')
    const summary_metrics = { IMPRESSION: 9, PIN_CLICK: 3, SAVE: 2 }
    return ok({
      all: { daily_metrics: [], summary_metrics, lifetime_metrics: { TOTAL_COMMENTS: 1, TOTAL_REACTIONS: 4 } },
    })
  }
}

function toUploadStatus({ bytes, polls }: Any): string {
  if (bytes === 0) return 'registered'
  if (polls < 0) return 'failed'
  return polls > 0 ? 'processing' : 'succeeded'
}

function buildPinView({ owner, source: _source, ...pin }: Any): Any {
  return { ...pin, board_owner: { username: owner }, is_owner: true }
}

/** A bookmark is where the next page begins. */
function paginate(all: readonly Any[], { query }: ReceivedRequest): FakeReply {
  const size = Number(query.get('page_size') ?? 25)
  if (size < 1 || size > 250) throw new Refusal(400, 1, 'page_size must be between 1 and 250')
  const from = Number(query.get('bookmark') ?? 0)
  const bookmark = from + size < all.length ? String(from + size) : null
  return ok({ items: all.slice(from, from + size), bookmark })
}

const ok = (body: unknown, headers: Record<string, string> = {}): FakeReply => ({ status: 200, body, headers })
