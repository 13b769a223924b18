import { createHmac, randomBytes } from 'node:crypto'
import { measureLength } from '../../../src/connectors/limits.ts'
import type { RawPush } from './fixture.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'
import { buildInsights, buildUserInsights, FIELDS, missing, ok, pick, Refusal } from './threads-replies.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- posts of every shape
type Any = any

const CLIENT = { id: '990602627938098', secret: 'threads-app-secret' }
const DAY_MS = 86_400_000

interface Person {
  readonly id: string
  readonly username: string
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
  readonly isLong: boolean
  readonly issuedAt: number
}

/** The part of the Threads API that we use, built from its documentation. */
export class FakeThreads {
  readonly app = { client_id: CLIENT.id, client_secret: CLIENT.secret }
  readonly people = new Map<string, Person>()
  /** Posts and replies. */
  readonly posts = new Map<string, Any>()
  readonly containers = new Map<string, Any>()
  readonly tokens = new Map<string, Token>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  throttled = 0
  echoes = false
  /** Number of polls before the container of a medium is finished. */
  polls = 0
  /** The reason why the next containers fail. */
  failReason = ''
  /** Publishes the next container and then sends an error, as was seen on Instagram. */
  liesAfterPublishing = false
  quotaTotal = 250
  /** Age of new tokens: a token can be extended after a day. */
  tokenAgeMs = 2 * DAY_MS
  url = ''
  private readonly codes = new Map<string, Any>()
  private lastId = 17_889_615_691_000_000n

  async start(): Promise<this> {
    this.url = await serve((request) => this.respond(request), this.faults)
    return this
  }

  get origins(): Map<string, string> {
    return new Map([['https://graph.threads.net', this.url]])
  }

  signUp(username: string): Person {
    const known = this.people.get(username)
    const person = known ?? { id: this.nextId(), username }
    this.people.set(username, person)
    return person
  }

  /** Approves the authorization as a person, and returns the redirect to us. */
  approve(address: string, username: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const isRight = pathname === '/oauth/authorize' && query.get('response_type') === 'code' && query.get('state')
    if (!isRight || query.get('client_id') !== CLIENT.id) throw new Error(`Threads shows an error: ${address}`)
    const code = randomBytes(20).toString('hex')
    const back = query.get('redirect_uri') ?? ''
    this.codes.set(code, { person: this.signUp(username), scopes: (query.get('scope') ?? '').split(','), back })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  /** Writes a reply as a person, without our connector. */
  reply(username: string, parentId: string, text: string, at = Date.now()): string {
    return this.keep(this.signUp(username), { text, media_type: 'TEXT_POST', reply_to_id: parentId, at }).id
  }

  /** Builds the signed push about a reply. */
  push(replyId: string, secret = CLIENT.secret): RawPush {
    const { id, username, text, timestamp, root } = this.posts.get(replyId)
    const owner = this.signUp(this.posts.get(root).username)
    const body = JSON.stringify({
      app_id: '123456',
      topic: 'moderate',
      target_id: root,
      time: Math.floor(Date.now() / 1000),
      subscription_id: '234567',
      has_uid_field: false,
      values: {
        value: {
          id,
          username,
          text,
          media_type: 'TEXT_POST',
          replied_to: { id: this.posts.get(replyId).replied_to },
          root_post: { id: root, owner_id: owner.id, username: owner.username },
          timestamp,
        },
        field: 'replies',
      },
    })
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return { body, headers: { 'x-hub-signature-256': signature, 'content-type': 'application/json' }, query: {} }
  }

  private nextId(): string {
    return String(++this.lastId)
  }

  private respond(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      if (this.throttled > 0 && this.throttled--) throw new Refusal(403, 4, 'Application request limit reached')
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match) return handler(request, match[1] ?? '')
      }
      throw new Refusal(400, 100, `Unknown path components: ${request.path}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.reply
      const refusal = error.reply.body as { error: object }
      const message = `${error.message} ${request.headers.authorization} ${request.query.toString()} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { error: { ...refusal.error, message } } }
    }
  }

  private readonly routes: [string, (request: ReceivedRequest, id: string) => FakeReply][] = [
    ['POST /oauth/access_token', (r) => this.exchange(r)],
    ['GET /access_token', (r) => this.extend(r, 'th_exchange_token')],
    ['GET /refresh_access_token', (r) => this.extend(r, 'th_refresh_token')],
    ['GET /v1.0/me', (r) => this.showUser(r)],
    ['GET /v1.0/debug_token', (r) => this.showToken(r)],
    ['GET /v1.0/(\\d+)/threads_publishing_limit', (r, id) => this.showLimit(r, id)],
    ['GET /v1.0/(\\d+)/threads_insights', (r, id) => this.showUserInsights(r, id)],
    ['POST /v1.0/(\\d+)/threads', (r, id) => this.createContainer(r, id)],
    ['GET /v1.0/(\\d+)/threads', (r, id) => this.listPosts(r, id)],
    ['POST /v1.0/(\\d+)/threads_publish', (r, id) => this.publish(r, id)],
    ['GET /v1.0/(\\w+)/conversation', (r, id) => this.listReplies(r, id)],
    ['POST /v1.0/(\\w+)/manage_reply', (r, id) => this.manage(r, id)],
    ['GET /v1.0/(\\w+)/insights', (r, id) => this.showInsights(r, id)],
    ['GET /v1.0/(\\w+)', (r, id) => this.show(r, id)],
    ['DELETE /v1.0/(\\w+)', (r, id) => this.remove(r, id)],
  ]

  private exchange({ bytes }: ReceivedRequest): FakeReply {
    const form = new URLSearchParams(bytes.toString('utf8'))
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      throw new Refusal(400, 101, 'Error validating application. Invalid application ID.')
    const grant = this.codes.get(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code' || grant?.back !== form.get('redirect_uri'))
      throw new Refusal(400, 100, 'This authorization code has been used', 36_009)
    this.codes.delete(form.get('code') ?? '')
    const access_token = this.issue(grant.person, grant.scopes, false)
    // The id is a number that JavaScript cannot hold.
    return { status: 200, body: `{"access_token":"${access_token}","user_id":${grant.person.id}}` }
  }

  private issue(person: Person, scopes: readonly string[], isLong: boolean): string {
    const token = `THAA${randomBytes(16).toString('hex')}`
    this.tokens.set(token, { person, scopes, isLong, issuedAt: Date.now() - this.tokenAgeMs })
    return token
  }

  private extend({ query }: ReceivedRequest, grant: string): FakeReply {
    const token = this.tokens.get(query.get('access_token') ?? '')
    const isExchange = grant === 'th_exchange_token'
    if (query.get('grant_type') !== grant) throw new Refusal(400, 100, 'grant_type')
    if (isExchange && query.get('client_secret') !== CLIENT.secret) throw new Refusal(400, 101, 'client_secret')
    if (!token || token.isLong === isExchange) throw new Refusal(400, 190, 'Error validating access token', 463)
    if (!isExchange && Date.now() - token.issuedAt < DAY_MS)
      throw new Refusal(400, 100, 'The access token must be at least 24 hours old')
    const access_token = this.issue(token.person, token.scopes, true)
    return ok({ access_token, token_type: 'bearer', expires_in: 5_183_944 })
  }

  private authorize({ headers, query }: ReceivedRequest, ...scopes: readonly string[]): Person {
    const access = (headers.authorization ?? '').replace('Bearer ', '')
    const token = this.tokens.get(access)
    if (!token?.isLong) throw new Refusal(401, 190, 'Error validating access token: Session has expired', 463)
    const proof = createHmac('sha256', CLIENT.secret).update(access).digest('hex')
    if (query.has('appsecret_proof') && query.get('appsecret_proof') !== proof)
      throw new Refusal(400, 100, 'Invalid appsecret_proof provided in the API argument')
    if (['threads_basic', ...scopes].some((scope) => !token.scopes.includes(scope)))
      throw new Refusal(403, 10, 'Application does not have permission for this action')
    return token.person
  }

  /** Refuses a path that names another person than the owner of the token. */
  private authorizeAs(request: ReceivedRequest, id: string, ...scopes: readonly string[]): Person {
    const person = this.authorize(request, ...scopes)
    if (person.id !== id) throw missing()
    return person
  }

  private showUser(request: ReceivedRequest): FakeReply {
    const { id, username } = this.authorize(request)
    const all = { id, username, name: `${username}!`, threads_profile_picture_url: 'https://scontent.example/a.jpg' }
    return ok(pick(all, request), { 'x-app-usage': '{"call_count":3,"total_time":1,"total_cputime":2}' })
  }

  private showToken(request: ReceivedRequest): FakeReply {
    this.authorize(request)
    const token = this.tokens.get(request.query.get('input_token') ?? '')
    return ok({ data: { type: 'USER', is_valid: Boolean(token), scopes: token?.scopes ?? [] } })
  }

  private ownPosts({ username }: Person): Any[] {
    return [...this.posts.values()].filter((post) => post.username === username)
  }

  private showLimit(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorizeAs(request, id, 'threads_content_publish')
    const quota_usage = this.ownPosts(person).filter(({ root }) => !root).length
    return ok({ data: [{ quota_usage, config: { quota_total: this.quotaTotal, quota_duration: 86_400 } }] })
  }

  private createContainer(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorizeAs(request, id, 'threads_content_publish')
    const form = Object.fromEntries(new URLSearchParams(request.bytes.toString('utf8')))
    const known = new Set(FIELDS)
    const strange = Object.keys(form).filter((name) => !known.has(name))
    if (strange.length > 0) throw new Refusal(400, 100, `Unknown parameters: ${strange.join()}`)
    if (measureLength(form['text'] ?? '', 'characters') > 500)
      throw new Refusal(400, 100, 'Param text must be at most 500 characters long.')
    const children = form['children']?.split(',') ?? []
    const url = form['image_url'] ?? form['video_url']
    const isRight =
      (form['media_type'] === 'TEXT' && Boolean(form['text'])) ||
      (form['media_type'] === 'IMAGE' && Boolean(form['image_url'])) ||
      (form['media_type'] === 'VIDEO' && Boolean(form['video_url'])) ||
      (form['media_type'] === 'CAROUSEL' && children.length >= 2 && children.length <= 20)
    if (!isRight) throw new Refusal(400, 100, 'The parameter media_type is required')
    if (url?.includes('unreachable'))
      throw new Refusal(400, 9004, 'The media could not be fetched from this URI', 2_207_052)
    if (form['link_attachment'] && form['media_type'] !== 'TEXT') throw new Refusal(400, 100, 'link_attachment')
    if (
      children.some(
        (one) =>
          this.containers.get(one)?.form.is_carousel_item !== 'true' || this.getContainerStatus(one) !== 'FINISHED',
      )
    )
      throw new Refusal(400, 100, 'children')
    const parent = form['reply_to_id']
    if (parent !== undefined) this.authorizeAs(request, id, 'threads_manage_replies')
    if (parent !== undefined && !this.posts.has(parent)) throw missing()
    const container = this.nextId()
    const polls = url === undefined ? 0 : this.polls
    this.containers.set(container, { id: container, form, owner: person.username, polls, reason: this.failReason })
    return ok({ id: container })
  }

  private getContainerStatus(id: string): string {
    const container = this.containers.get(id)
    if (container.isExpired) return 'EXPIRED'
    if (container.published) return 'PUBLISHED'
    if (container.polls > 0) return 'IN_PROGRESS'
    return container.reason ? 'ERROR' : 'FINISHED'
  }

  private publish(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorizeAs(request, id, 'threads_content_publish')
    const creation = new URLSearchParams(request.bytes.toString('utf8')).get('creation_id') ?? ''
    const container = this.containers.get(creation)
    if (container?.owner !== person.username) throw new Refusal(400, 24, 'Media not found', 2_207_006)
    if (this.getContainerStatus(creation) === 'EXPIRED') throw new Refusal(400, 24, 'Media expired', 2_207_008)
    if (this.getContainerStatus(creation) !== 'FINISHED') throw new Refusal(400, 9007, 'Media is not ready', 2_207_027)
    const { form } = container
    const media_type = { TEXT: 'TEXT_POST', CAROUSEL: 'CAROUSEL_ALBUM' }[form.media_type as string] ?? form.media_type
    const post = this.keep(person, { ...form, media_type })
    container.published = post.id
    if (this.liesAfterPublishing) {
      this.liesAfterPublishing = false
      throw new Refusal(403, 4, 'Application request limit reached', 2_207_051)
    }
    return ok({ id: post.id })
  }

  private keep(
    { username }: Person,
    { text = '', media_type, children, reply_to_id, at = Date.now(), ...form }: Any,
  ): Any {
    const id = this.nextId()
    const parent = this.posts.get(reply_to_id)
    const post = {
      id,
      username,
      text,
      media_type,
      form,
      permalink: `https://www.threads.net/@${username}/post/${id}`,
      timestamp: `${new Date(at).toISOString().slice(0, 19)}+0000`,
      children: children === undefined ? undefined : { data: children.split(',').map((one: string) => ({ id: one })) },
      root: parent ? (parent.root ?? parent.id) : undefined,
      replied_to: parent?.id,
      hide_status: 'NOT_HUSHED',
    }
    this.posts.set(id, post)
    return post
  }

  private listPosts(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorizeAs(request, id)
    const since = Number(request.query.get('since') ?? 0) * 1000
    const all = this.ownPosts(person).filter(({ root, timestamp }) => !root && Date.parse(timestamp) >= since)
    return this.paginate(all.toReversed(), request, person)
  }

  private listReplies(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'threads_read_replies')
    if (this.posts.get(id)?.username !== person.username) throw missing()
    const all = [...this.posts.values()].filter(({ root }) => root === id)
    return this.paginate(request.query.get('reverse') === 'false' ? all : all.toReversed(), request, person)
  }

  private buildPostView(post: Any, { username }: Person): Any {
    return {
      ...post,
      has_replies: [...this.posts.values()].some(({ root }) => root === post.id),
      is_reply_owned_by_me: post.username === username,
      root_post: post.root && { id: post.root },
      replied_to: post.replied_to && { id: post.replied_to },
      profile_picture_url: 'https://scontent.example/b.jpg',
    }
  }

  private paginate(all: readonly Any[], request: ReceivedRequest, person: Person): FakeReply {
    const { query } = request
    const limit = Number(query.get('limit') ?? 25)
    if (!(limit >= 1 && limit <= 100)) throw new Refusal(400, 100, 'limit')
    const from = Number(query.get('after') ?? 0)
    const next = from + limit < all.length
    const data = all.slice(from, from + limit).map((post) => pick(this.buildPostView(post, person), request))
    return ok({
      data,
      paging: { cursors: { after: String(from + limit) }, ...(next && { next: 'https://next.example' }) },
    })
  }

  private show(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request)
    const container = this.containers.get(id)
    if (container?.owner === person.username) {
      const status = this.getContainerStatus(id)
      if (container.polls > 0) container.polls--
      return ok(pick({ id, status, ...(status === 'ERROR' && { error_message: container.reason }) }, request))
    }
    const post = this.posts.get(id)
    if (!post) throw missing()
    return ok(pick(this.buildPostView(post, person), request))
  }

  private manage(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'threads_manage_replies')
    const reply = this.posts.get(id)
    if (!reply || this.posts.get(reply.root)?.username !== person.username) throw missing()
    if (reply.replied_to !== reply.root) throw new Refusal(400, 100, 'Only top-level replies can be hidden')
    const hide = new URLSearchParams(request.bytes.toString('utf8')).get('hide')
    if (hide !== 'true' && hide !== 'false') throw new Refusal(400, 100, 'hide')
    reply.hide_status = hide === 'true' ? 'HIDDEN' : 'UNHUSHED'
    return ok({ success: true })
  }

  private remove(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'threads_delete')
    if (this.posts.get(id)?.username !== person.username) throw missing()
    this.posts.delete(id)
    return ok({ success: true, deleted_id: id })
  }

  private showInsights(request: ReceivedRequest, id: string): FakeReply {
    const person = this.authorize(request, 'threads_manage_insights')
    if (this.posts.get(id)?.username !== person.username) throw missing()
    return buildInsights(request)
  }

  private showUserInsights(request: ReceivedRequest, id: string): FakeReply {
    this.authorizeAs(request, id, 'threads_manage_insights')
    return buildUserInsights(request)
  }
}
