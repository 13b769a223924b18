import { createHash, randomBytes } from 'node:crypto'
import { measureLength } from '../../../src/connectors/limits.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'
import { FakeXMedia } from './x-media.ts'
import { nextSnowflake, notFound, ok, pick, problem, Refusal, shownText } from './x-values.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

interface Person {
  readonly id: string
  readonly username: string
  subscription: string
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
}

const nonce = () => randomBytes(20).toString('base64url')
const SCOPES =
  'tweet.read tweet.write users.read media.write offline.access tweet.moderate.write dm.read dm.write'.split(' ')
const OPTIONS = ['following', 'mentionedUsers', 'subscribers', 'verified']

/** The part of X's API, version 2, that the connector uses, written from its documentation and description. */
export class FakeX {
  readonly app = { client_id: 'x-app', client_secret: 'x-secret' }
  readonly people = new Map<string, Person>()
  readonly posts = new Map<string, Any>()
  readonly media = new FakeXMedia((request, ...scopes) => this.authorize(request, ...scopes))
  readonly events: Any[] = []
  readonly tokens = new Map<string, Token>()
  readonly refreshTokens = new Map<string, Token>()
  readonly faults: PlannedFault[] = []
  readonly exchanges: { request: ReceivedRequest; reply: FakeReply }[] = []
  throttled = 0
  echoes = false
  /** True if X refuses a text that was just posted, as it does most of the time. */
  refusesDuplicates = true
  hasCredits = true
  /** The longest page, even if a longer one is requested. */
  pageMax = 100
  origin = ''
  private codes = new Map<string, Any>()

  async start(): Promise<this> {
    this.origin = await serve((request) => this.respond(request), this.faults)
    return this
  }

  get origins(): Map<string, string> {
    return new Map([
      ['https://api.x.com', this.origin],
      ['https://x.com', `${this.origin}/site`],
    ])
  }

  signUp(username: string): Person {
    const known = [...this.people.values()].find((one) => one.username === username)
    const person = known ?? { id: nextSnowflake(), username, subscription: 'None' }
    this.people.set(person.id, person)
    return person
  }

  approve(address: string, username: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const scopes = (query.get('scope') ?? '').split(' ')
    const isRight =
      pathname.endsWith('/i/oauth2/authorize') &&
      query.get('response_type') === 'code' &&
      query.get('client_id') === this.app.client_id &&
      query.get('code_challenge_method') === 'S256' &&
      scopes.every((scope) => SCOPES.includes(scope))
    if (!isRight) throw new Error(`X shows an error instead of the question: ${address}`)
    const code = nonce()
    const back = new URL(query.get('redirect_uri') ?? '')
    const challenge = query.get('code_challenge')
    this.codes.set(code, { back: back.href, scopes, challenge, person: this.signUp(username) })
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back
  }

  /** Replies as another person. The text begins with the name of the parent's author. */
  reply(username: string, to: string, body: string): string {
    const parent = this.posts.get(to)
    const text = `@${this.people.get(parent.author_id)?.username} ${body}`
    return this.keep(this.signUp(username), { text, reply: { in_reply_to_tweet_id: to } }).id
  }

  sendDirect(from: string, to: string, text: string): string {
    const [sender, other] = [this.signUp(from), this.signUp(to)]
    return this.keepEvent(sender, other, text).id
  }

  private respond(request: ReceivedRequest): FakeReply {
    const reply = this.decide(request)
    this.exchanges.push({ request, reply })
    return reply
  }

  private decide(request: ReceivedRequest): FakeReply {
    const reset = String(Math.floor(Date.now() / 1000) + 600)
    const window = { 'x-rate-limit-limit': '100', 'x-rate-limit-reset': reset }
    try {
      if (this.throttled > 0 && this.throttled--)
        throw new Refusal(429, 'Too Many Requests', 'about:blank', { ...window, 'x-rate-limit-remaining': '0' })
      if (!this.hasCredits && request.path.startsWith('/2/tweets'))
        throw new Refusal(402, 'Your account does not have any credits.', problem('credits'))
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match)
          return { headers: { ...window, 'x-rate-limit-remaining': '98' }, ...handler(request, match[1] ?? '') }
      }
      return { status: 404, body: 'Not found' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.reply
      const echo = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { ...(error.reply.body as object), detail: echo, error_description: echo } }
    }
  }

  private readonly routes: [string, (request: ReceivedRequest, id: string) => FakeReply][] = [
    ['POST /2/oauth2/token', (r) => this.exchange(r)],
    ['POST /2/oauth2/revoke', (r) => this.revoke(r)],
    ['GET /2/users/me', (r) => this.showMe(r)],
    ['GET /2/users/(\\d+)/tweets', (r, id) => this.listPosts(r, id)],
    ['POST /2/tweets', (r) => this.createPost(r)],
    ['GET /2/tweets', (r) => this.showPosts(r)],
    ['GET /2/tweets/search/recent', (r) => this.search(r)],
    ['DELETE /2/tweets/(\\d+)', (r, id) => this.deletePost(r, id)],
    ['PUT /2/tweets/(\\d+)/hidden', (r, id) => this.hide(r, id)],
    ['POST /2/media/upload/initialize', (r) => this.media.initialize(r)],
    ['POST /2/media/upload/(\\d+)/append', (r, id) => this.media.append(r, id)],
    ['POST /2/media/upload/(\\d+)/finalize', (r, id) => this.media.finalize(r, id)],
    ['GET /2/media/upload', (r) => this.media.show(r)],
    ['POST /2/media/metadata', (r) => this.media.describe(r)],
    ['GET /2/dm_events', (r) => this.listEvents(r, () => true)],
    ['GET /2/dm_conversations/with/(\\d+)/dm_events', (r, id) => this.listEvents(r, (one) => one.between.includes(id))],
    ['POST /2/dm_conversations/with/(\\d+)/messages', (r, id) => this.createEvent(r, id)],
  ]

  private authenticateApp({ headers, bytes }: ReceivedRequest): URLSearchParams {
    const [id, secret] = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
    if (id !== this.app.client_id || secret !== this.app.client_secret) {
      const refusal = new Refusal(401, 'Missing valid authorization header')
      Object.assign(refusal.reply.body as object, { error: 'unauthorized_client', error_description: refusal.message })
      throw refusal
    }
    return new URLSearchParams(bytes.toString('utf8'))
  }

  private exchange(request: ReceivedRequest): FakeReply {
    const form = this.authenticateApp(request)
    const refuse = (error: string, text: string) => {
      const refusal = new Refusal(400, text)
      Object.assign(refusal.reply.body as object, { error, error_description: text })
      return refusal
    }
    if (form.get('grant_type') === 'refresh_token') {
      // A refresh token works once.
      const grant = this.refreshTokens.get(form.get('refresh_token') ?? '')
      this.refreshTokens.delete(form.get('refresh_token') ?? '')
      if (!grant) throw refuse('invalid_request', 'Value passed for the token was invalid.')
      return this.issue(grant)
    }
    const grant = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.back !== form.get('redirect_uri') || challenge !== grant.challenge)
      throw refuse('invalid_request', 'Value passed for the authorization code was invalid.')
    return this.issue(grant)
  }

  private issue({ person, scopes }: Token): FakeReply {
    const [access_token, refresh_token] = [nonce(), nonce()]
    this.tokens.set(access_token, { person, scopes })
    this.refreshTokens.set(refresh_token, { person, scopes })
    return ok({ token_type: 'bearer', expires_in: 7200, access_token, refresh_token, scope: scopes.join(' ') })
  }

  private revoke(request: ReceivedRequest): FakeReply {
    const token = this.authenticateApp(request).get('token') ?? ''
    this.tokens.delete(token)
    this.refreshTokens.delete(token)
    return ok({ revoked: true })
  }

  private authorize({ headers }: ReceivedRequest, ...needed: readonly string[]): Person {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token) throw new Refusal(401, 'Unauthorized')
    if (!needed.every((scope) => token.scopes.includes(scope)))
      throw new Refusal(403, 'You are not permitted to perform this action.')
    return token.person
  }

  private buildUserView({ id, username, subscription }: Person, fields: string | null): Any {
    const counts = { followers_count: 12, following_count: 3, post_count: this.ofAuthor(id).length, listed_count: 0 }
    const whole = {
      id,
      username,
      name: `${username}!`,
      profile_image_url: 'https://example.com/face.png',
      protected: false,
      subscription_type: subscription,
      public_metrics: counts,
    }
    return pick(whole, fields, ['id', 'name', 'username'])
  }

  private showMe(request: ReceivedRequest): FakeReply {
    const me = this.authorize(request, 'tweet.read', 'users.read')
    return ok({ data: this.buildUserView(me, request.query.get('user.fields')) })
  }

  private ofAuthor(id: string): Any[] {
    return [...this.posts.values()].filter(({ author_id }) => author_id === id)
  }

  private createPost(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request, 'tweet.read', 'tweet.write', 'users.read')
    const { text = '', media, reply, reply_settings } = request.json
    const max = person.subscription === 'None' ? 280 : 25_000
    if (measureLength(text, 'weighted') > max) throw new Refusal(403, 'Your Tweet text is too long.')
    if (reply_settings !== undefined && !OPTIONS.includes(reply_settings))
      throw new Refusal(400, 'Invalid reply_settings')
    const attached = (media?.media_ids ?? []).map((id: string) => this.media.all.get(id))
    const isUsable = attached.every((one: Any) => one?.owner === person.id && one.isFinal && one.polls <= 0)
    if (!isUsable || attached.length > 4)
      throw new Refusal(400, 'Your media IDs are invalid.', problem('invalid-request'))
    if (text.trim() === '' && attached.length === 0)
      throw new Refusal(400, 'text is required', problem('invalid-request'))
    const parent = this.posts.get(reply?.in_reply_to_tweet_id)
    if (reply && !parent)
      throw new Refusal(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.')
    const twin = this.ofAuthor(person.id).find((one) => one.source === text.trim() && attached.length === 0)
    if (twin && this.refusesDuplicates)
      throw new Refusal(403, 'You are not allowed to create a Tweet with duplicate content.')
    const post = this.keep(person, { ...request.json, keys: attached.map((one: Any) => one.media_key) })
    return { status: 201, body: { data: { id: post.id, text: post.text, edit_history_tweet_ids: [post.id] } } }
  }

  private keep(person: Person, { text, reply, reply_settings = 'everyone', keys = [] }: Any): Any {
    const id = nextSnowflake()
    const parent = this.posts.get(reply?.in_reply_to_tweet_id)
    const post = {
      id,
      author_id: person.id,
      source: text.trim(),
      ...shownText(text.trim(), keys),
      created_at: new Date().toISOString(),
      conversation_id: parent?.conversation_id ?? id,
      reply_settings,
      ...(keys.length > 0 && { attachments: { media_keys: keys } }),
      ...(parent && { referenced_posts: [{ type: 'replied_to', id: parent.id }] }),
      public_metrics: {
        repost_count: 1,
        reply_count: 2,
        like_count: 3,
        quote_count: 4,
        bookmark_count: 5,
        impression_count: 60,
      },
      isHidden: false,
    }
    this.posts.set(id, post)
    return post
  }

  /** Ids of authors and of other posts come only with their expansion. */
  private listed(request: ReceivedRequest, all: readonly Any[], tokenName: string): FakeReply {
    const { query } = request
    const expansions = (query.get('expansions') ?? '').split(',')
    const size = Math.min(this.pageMax, Number(query.get('max_results') ?? 10))
    const start = Number((query.get(tokenName) ?? 'p0').slice(1))
    const page = all.slice(start, start + size)
    const always = ['id', 'text', ...expansions.filter((name) => name === 'author_id' || name === 'referenced_posts')]
    const authors = [...new Set(page.map(({ author_id }) => author_id))].flatMap((id) => this.people.get(id) ?? [])
    return ok({
      ...(page.length > 0 && { data: page.map((one) => pick(one, query.get('post.fields'), always)) }),
      ...(expansions.includes('author_id') && {
        includes: { users: authors.map((one) => this.buildUserView(one, query.get('user.fields'))) },
      }),
      meta: { result_count: page.length, ...(start + size < all.length && { next_token: `p${start + size}` }) },
    })
  }

  private listPosts(request: ReceivedRequest, id: string): FakeReply {
    this.authorize(request, 'tweet.read', 'users.read')
    const since = Date.parse(request.query.get('start_time') ?? '2010-11-06T00:00:00Z')
    const all = this.ofAuthor(id).filter(({ created_at }) => Date.parse(created_at) >= since)
    return this.listed(request, all.toReversed(), 'pagination_token')
  }

  private search(request: ReceivedRequest): FakeReply {
    this.authorize(request, 'tweet.read', 'users.read')
    const { query } = request
    const text = query.get('query') ?? ''
    const match = /^(?:\((?:conversation_id:\d+(?: OR )?)+\)|conversation_id:\d+) (?<sign>-?)from:(?<who>\d+)$/.exec(
      text,
    )
    const { sign, who } = match?.groups ?? {}
    if (!who || text.length > 512) throw new Refusal(400, 'The query is invalid', problem('invalid-request'))
    const conversations = [...text.matchAll(/conversation_id:(\d+)/g)].map(([, id]) => id)
    const since = BigInt(query.get('since_id') ?? 0)
    const all = [...this.posts.values()].filter(
      (one) =>
        conversations.includes(one.conversation_id) &&
        (one.author_id === who) === (sign === '') &&
        BigInt(one.id) > since,
    )
    return this.listed(request, all.toReversed(), 'next_token')
  }

  private showPosts(request: ReceivedRequest): FakeReply {
    this.authorize(request, 'tweet.read', 'users.read')
    const ids = (request.query.get('ids') ?? '').split(',')
    const found = ids.flatMap((id) => this.posts.get(id) ?? [])
    return ok({ data: found.map((one) => pick(one, request.query.get('post.fields'), ['id', 'text'])) })
  }

  private deletePost(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'tweet.read', 'tweet.write', 'users.read')
    const post = this.posts.get(id)
    if (!post) throw notFound()
    if (post.author_id !== person.id) throw new Refusal(403, 'You are not authorized to delete this Tweet.')
    this.posts.delete(id)
    return ok({ data: { deleted: true } })
  }

  private hide(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'tweet.read', 'tweet.moderate.write', 'users.read')
    const post = this.posts.get(id)
    if (!post) throw notFound()
    if (this.posts.get(post.conversation_id)?.author_id !== person.id)
      throw new Refusal(403, 'You are not permitted to perform this action.')
    post.isHidden = request.json.hidden
    return ok({ data: { hidden: post.isHidden } })
  }

  private keepEvent(sender: Person, other: Person, text: string): Any {
    const between = [sender.id, other.id].toSorted()
    const event = {
      id: nextSnowflake(),
      ...shownText(text, []),
      event_type: 'MessageCreate',
      dm_conversation_id: between.join('-'),
      created_at: new Date().toISOString(),
      sender_id: sender.id,
      participant_ids: between,
      between,
    }
    this.events.push(event)
    return event
  }

  private listEvents(request: ReceivedRequest, isShown: (event: Any) => boolean): FakeReply {
    const { id } = this.authorize(request, 'dm.read', 'tweet.read', 'users.read')
    const { query } = request
    const all = this.events.filter((one) => one.between.includes(id) && isShown(one)).toReversed()
    const start = Number((query.get('pagination_token') ?? 'page-token-0000-0').split('-').at(-1))
    const size = Math.min(this.pageMax, Number(query.get('max_results') ?? 100))
    const page = all.slice(start, start + size)
    const people = [...new Set(page.flatMap(({ between }) => between))].flatMap((one) => this.people.get(one) ?? [])
    const next = start + size < all.length && { next_token: `page-token-0000-${start + size}` }
    return ok({
      data: page.map((one) => pick(one, query.get('dm_event.fields'), (query.get('expansions') ?? '').split(','))),
      includes: { users: people.map((one) => this.buildUserView(one, query.get('user.fields'))) },
      meta: { result_count: page.length, ...next },
    })
  }

  private createEvent(request: ReceivedRequest, to: string): FakeReply {
    const sender = this.authorize(request, 'dm.write', 'tweet.read', 'users.read')
    const other = this.people.get(to)
    if (!other) throw new Refusal(403, 'You cannot send messages to this user.')
    const { id: dm_event_id, dm_conversation_id } = this.keepEvent(sender, other, request.json.text)
    return { status: 201, body: { data: { dm_event_id, dm_conversation_id } } }
  }
}
