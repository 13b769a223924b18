import { createHmac, randomBytes } from 'node:crypto'
import type { RawPush } from './fixture.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- posts of every shape
type Any = any

const CLIENT = { key: 'sbawexample', secret: 'tiktok-client-secret' }
const UPLOADS = 'https://open-upload.tiktokapis.com'
const MB = 1_000_000

class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, code: string, message = code) {
    super(message)
    this.reply = { status, body: { data: {}, error: { code, message, log_id: '20260115093000AB' } } }
  }
}

interface Person {
  readonly openId: string
  readonly username: string
  isPrivate: boolean
  isCommentDisabled: boolean
  isBanned: boolean
  videoSecondsMax: number
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
}

/** The part of TikTok's API v2 that we use, after its documentation. */
export class FakeTikTok {
  readonly app = { client_id: CLIENT.key, client_secret: CLIENT.secret }
  readonly people = new Map<string, Person>()
  readonly posts = new Map<string, Any>()
  readonly tokens = new Map<string, Token>()
  readonly refreshTokens = new Map<string, Token>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  throttled = 0
  echoes = false
  isAudited = true
  /** The number of status requests before a post is published. */
  polls = 0
  /** The number of further status requests before a public post has its id. */
  moderationPolls = 0
  /** The reason why the next posts fail. */
  failReason = ''
  postsPerDay = 1000
  /** Prefixes of addresses whose ownership is verified. */
  readonly verified = ['https://example.com/', 'http://127.0.0.1:']
  url = ''
  private readonly codes = new Map<string, Any>()
  private lastId = 7_500_000_000_000_000_000n

  async start(): Promise<this> {
    this.url = await serve((request) => this.respond(request), this.faults)
    return this
  }

  get origins(): Map<string, string> {
    return new Map([
      ['https://open.tiktokapis.com', this.url],
      [UPLOADS, `${this.url}/upload`],
    ])
  }

  signUp(username: string): Person {
    const known = this.people.get(username)
    const openId = `-000${randomBytes(12).toString('base64url')}`
    const person = known ?? {
      openId,
      username,
      isPrivate: false,
      isCommentDisabled: false,
      isBanned: false,
      videoSecondsMax: 300,
    }
    this.people.set(username, person)
    return person
  }

  /** Approves the sign-in as this person. Returns the redirect back to us. */
  approve(address: string, username: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const isRight = pathname === '/v2/auth/authorize/' && query.get('response_type') === 'code' && query.get('state')
    if (!isRight || query.get('client_key') !== CLIENT.key) throw new Error(`TikTok shows an error: ${address}`)
    const code = randomBytes(20).toString('base64url')
    const back = query.get('redirect_uri') ?? ''
    this.codes.set(code, { person: this.signUp(username), scopes: (query.get('scope') ?? '').split(','), back })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  /** Builds a push that TikTok sends to the app's address. */
  push(event: string, openId: string, content: object = {}, secret = CLIENT.secret): RawPush {
    const time = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({
      client_key: CLIENT.key,
      event,
      create_time: time,
      user_openid: openId,
      content: JSON.stringify(content),
    })
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { body, headers: { 'tiktok-signature': `t=${time},s=${signature}` }, query: {} }
  }

  listPosts(username: string): Any[] {
    return [...this.posts.values()].filter((post) => post.owner === username && post.isWhole)
  }

  private respond(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      if (this.throttled > 0 && this.throttled--) throw new Refusal(429, 'rate_limit_exceeded')
      if (request.path.startsWith('/upload/')) return this.receiveChunk(request)
      const handler = this.routes[`${request.method} ${request.path}`]
      if (!handler) return { status: 404, body: 'Unsupported path(Janus)' }
      return handler(request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.reply
      const body = error.reply.body as { error: object }
      const message = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { ...body, error: { ...body.error, message } } }
    }
  }

  private readonly routes: Record<string, (request: ReceivedRequest) => FakeReply> = {
    'POST /v2/oauth/token/': (r) => this.exchange(r),
    'POST /v2/oauth/revoke/': (r) => this.revoke(r),
    'GET /v2/user/info/': (r) => this.showUser(r),
    'POST /v2/post/publish/creator_info/query/': (r) => this.showCreator(r),
    'POST /v2/post/publish/video/init/': (r) => this.startVideo(r, 'video.publish'),
    'POST /v2/post/publish/inbox/video/init/': (r) => this.startVideo(r, 'video.upload'),
    'POST /v2/post/publish/content/init/': (r) => this.startPhotos(r),
    'POST /v2/post/publish/status/fetch/': (r) => this.showStatus(r),
    'POST /v2/video/query/': (r) => this.queryVideos(r),
  }

  /** Ends all tokens of the person. */
  private revoke({ bytes }: ReceivedRequest): FakeReply {
    const form = new URLSearchParams(bytes.toString('utf8'))
    const person = this.tokens.get(form.get('token') ?? '')?.person
    if (!person || form.get('client_key') !== CLIENT.key || form.get('client_secret') !== CLIENT.secret)
      return { status: 400, body: { error: 'invalid_request', error_description: 'Bad token', log_id: 'x' } }
    for (const tokens of [this.tokens, this.refreshTokens])
      for (const [token, of] of tokens) if (of.person === person) tokens.delete(token)
    return { status: 200, body: {} }
  }

  private exchange({ bytes, headers }: ReceivedRequest): FakeReply {
    const form = new URLSearchParams(bytes.toString('utf8'))
    const refuse = (error: string) => ({ status: 400, body: { error, error_description: error, log_id: 'x' } })
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refuse('invalid_request')
    if (form.get('client_key') !== CLIENT.key || form.get('client_secret') !== CLIENT.secret)
      return refuse('invalid_client')
    const name = form.get('grant_type') === 'refresh_token' ? 'refresh_token' : 'code'
    const approval =
      name === 'code' ? this.codes.get(form.get('code') ?? '') : this.refreshTokens.get(form.get(name) ?? '')
    if (!approval || (name === 'code' && approval.back !== form.get('redirect_uri'))) return refuse('invalid_grant')
    // Both are valid for one use.
    this.codes.delete(form.get('code') ?? '')
    this.refreshTokens.delete(form.get('refresh_token') ?? '')
    const access_token = `act.${randomBytes(16).toString('hex')}`
    const refresh_token = `rft.${randomBytes(16).toString('hex')}`
    const token = { person: approval.person, scopes: approval.scopes }
    this.tokens.set(access_token, token)
    this.refreshTokens.set(refresh_token, token)
    return {
      status: 200,
      body: {
        open_id: approval.person.openId,
        scope: approval.scopes.join(','),
        access_token,
        expires_in: 7200,
        refresh_token,
        refresh_expires_in: 15_552_000,
        token_type: 'Bearer',
      },
    }
  }

  private authorize({ headers }: ReceivedRequest, ...scopes: readonly string[]): Person {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token) throw new Refusal(401, 'access_token_invalid')
    if (scopes.some((scope) => !token.scopes.includes(scope))) throw new Refusal(401, 'scope_not_authorized')
    return token.person
  }

  private showUser(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request, 'user.info.basic')
    const all: Record<string, unknown> = {
      open_id: person.openId,
      union_id: `union${person.openId}`,
      display_name: `${person.username}!`,
      avatar_url: 'https://p16.tiktokcdn.example/avatar.jpeg',
      username: person.username,
      follower_count: 12,
      video_count: this.listPosts(person.username).length,
    }
    const fields = (request.query.get('fields') ?? '').split(',')
    if (fields.some((name) => !(name in all))) throw new Refusal(400, 'invalid_params', 'Fields are invalid')
    return ok({ user: Object.fromEntries(fields.map((name) => [name, all[name]])) })
  }

  private assertCanPost(person: Person): void {
    if (person.isBanned) throw new Refusal(403, 'spam_risk_user_banned_from_posting')
    if (this.listPosts(person.username).length >= this.postsPerDay) throw new Refusal(403, 'spam_risk_too_many_posts')
  }

  private showCreator(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request, 'video.publish')
    this.assertCanPost(person)
    return ok({
      creator_avatar_url: 'https://p16.tiktokcdn.example/avatar.jpeg',
      creator_username: person.username,
      creator_nickname: `${person.username}!`,
      privacy_level_options: this.listPrivacyLevels(person),
      comment_disabled: person.isCommentDisabled,
      duet_disabled: person.isPrivate,
      stitch_disabled: person.isPrivate,
      max_video_post_duration_sec: person.videoSecondsMax,
    })
  }

  private listPrivacyLevels({ isPrivate }: Person): string[] {
    return isPrivate
      ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
      : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
  }

  private assertPostInfo(person: Person, info: Any): void {
    if (!this.listPrivacyLevels(person).includes(info?.privacy_level))
      throw new Refusal(403, 'privacy_level_option_mismatch')
    if (!this.isAudited && (!person.isPrivate || info.privacy_level !== 'SELF_ONLY'))
      throw new Refusal(403, 'unaudited_client_can_only_post_to_private_accounts')
    if (person.isCommentDisabled && !info.disable_comment) throw new Refusal(400, 'invalid_params', 'comments are off')
    if (info.brand_content_toggle && info.privacy_level === 'SELF_ONLY') throw new Refusal(400, 'invalid_params')
    if ((info.title ?? '').length > 2200 || (info.description ?? '').length > 4000)
      throw new Refusal(400, 'invalid_params', 'too long')
  }

  private startVideo(request: ReceivedRequest, scope: string): FakeReply {
    const person = this.authorize(request, scope)
    const { post_info, source_info: source } = request.json
    if (!/charset=utf-8/i.test(request.headers['content-type'] ?? '')) throw new Refusal(400, 'invalid_params')
    this.assertCanPost(person)
    const isDraft = scope === 'video.upload'
    if (isDraft ? post_info !== undefined : !post_info) throw new Refusal(400, 'invalid_params')
    if (!isDraft) this.assertPostInfo(person, post_info)
    const { video_size: size, chunk_size: chunk, total_chunk_count: count } = source ?? {}
    const isSmall = size < 5 * MB
    const isRight =
      source?.source === 'FILE_UPLOAD' &&
      size > 0 &&
      count === Math.floor(size / chunk) &&
      (isSmall ? chunk === size : chunk >= 5 * MB && chunk <= 64 * MB) &&
      count >= 1 &&
      count <= 1000
    if (!isRight) throw new Refusal(400, 'invalid_params', 'The chunk size or chunk count is invalid')
    const post = this.keep(person, { info: post_info ?? {}, isDraft, kind: 'video', size, chunk, count, received: [] })
    const upload_url = `${UPLOADS}/video/?upload_id=${post.publishId}&upload_token=secret`
    return ok({ publish_id: post.publishId, upload_url })
  }

  private receiveChunk({ method, headers, query, bytes }: ReceivedRequest): FakeReply {
    const post = this.posts.get(query.get('upload_id') ?? '')
    if (method !== 'PUT' || !post || query.get('upload_token') !== 'secret' || post.isExpired)
      return { status: 403, body: 'Forbidden' }
    const index = post.received.length
    const from = index * post.chunk
    const to = index === post.count - 1 ? post.size : from + post.chunk
    const isExpected = headers['content-range'] === `bytes ${from}-${to - 1}/${post.size}` && bytes.length === to - from
    if (
      !isExpected ||
      Number(headers['content-length']) !== bytes.length ||
      !headers['content-type']?.startsWith('video/')
    )
      return { status: 416, body: 'Range Not Satisfiable' }
    post.received.push(bytes.length)
    post.isWhole = post.received.length === post.count
    return { status: post.isWhole ? 201 : 206, body: '' }
  }

  private startPhotos(request: ReceivedRequest): FakeReply {
    const { media_type, post_mode, post_info, source_info } = request.json
    const isDraft = post_mode === 'MEDIA_UPLOAD'
    const person = this.authorize(request, isDraft ? 'video.upload' : 'video.publish')
    this.assertCanPost(person)
    const images: string[] = source_info?.photo_images ?? []
    const isRight =
      media_type === 'PHOTO' &&
      (isDraft || post_mode === 'DIRECT_POST') &&
      source_info?.source === 'PULL_FROM_URL' &&
      images.length > 0 &&
      images.length <= 35 &&
      source_info.photo_cover_index < images.length
    if (!isRight) throw new Refusal(400, 'invalid_params')
    if (images.some((image) => !this.verified.some((prefix) => image.startsWith(prefix))))
      throw new Refusal(403, 'url_ownership_unverified')
    if (!isDraft) this.assertPostInfo(person, post_info)
    const post = this.keep(person, { info: post_info, isDraft, kind: 'photo', images, isWhole: true })
    return ok({ publish_id: post.publishId })
  }

  private keep({ username }: Person, rest: Any): Any {
    const publishId = `${rest.kind === 'video' ? 'v' : 'p'}_pub_file~v2-1.${++this.lastId}`
    const { polls, moderationPolls, failReason } = this
    const post = { publishId, id: String(++this.lastId), owner: username, polls, moderationPolls, failReason, ...rest }
    this.posts.set(publishId, post)
    return post
  }

  private showStatus(request: ReceivedRequest): FakeReply {
    const person = this.authorize(request)
    const post = this.posts.get(request.json?.publish_id)
    if (!post) throw new Refusal(400, 'invalid_publish_id')
    if (post.owner !== person.username) throw new Refusal(401, 'token_not_authorized_for_specified_publish_id')
    const uploaded_bytes = (post.received ?? []).reduce((sum: number, one: number) => sum + one, 0)
    if (post.kind === 'video' && (!post.isWhole || post.polls-- > 0))
      return ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes })
    if (post.kind === 'photo' && post.polls-- > 0) return ok({ status: 'PROCESSING_DOWNLOAD', downloaded_bytes: 1 })
    if (post.failReason) return ok({ status: 'FAILED', fail_reason: post.failReason })
    if (post.isDraft) return ok({ status: 'SEND_TO_USER_INBOX' })
    const isPublic = post.info.privacy_level === 'PUBLIC_TO_EVERYONE' && post.moderationPolls-- <= 0
    // TikTok writes the ids as numbers that JavaScript cannot hold.
    const data = `{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[${isPublic ? post.id : ''}]}`
    return { status: 200, body: `{"data":${data},"error":${JSON.stringify(NO_ERROR)}}` }
  }

  private queryVideos(request: ReceivedRequest): FakeReply {
    const { username } = this.authorize(request, 'video.list')
    const ids: string[] = request.json?.filters?.video_ids ?? []
    if (ids.length < 1 || ids.length > 20) throw new Refusal(400, 'invalid_params')
    const videos = this.listPosts(username)
      .filter(({ id }) => ids.includes(id))
      .map(({ id }) => ({ id, view_count: 100, like_count: 7, comment_count: 2, share_count: 1 }))
    return ok({ videos })
  }
}

const NO_ERROR = { code: 'ok', message: '', log_id: '20260115093000CD' }
const ok = (data: object): FakeReply => ({ status: 200, body: { data, error: NO_ERROR } })
