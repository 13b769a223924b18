import { measureLength } from '../../../src/connectors/limits.ts'
import { FakeAssets } from './linkedin-assets.ts'
import {
  buildStatistics,
  denied,
  formatPersonName,
  isFresh,
  nextUrnId,
  nonce,
  notFound,
  ok,
  publishedText,
  Refusal,
  urnsIn,
} from './linkedin-values.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

interface Token {
  readonly person: string
  readonly scopes: readonly string[]
  readonly refresh: string | undefined
}

const SCOPES = ['openid', 'profile', 'w_member_social', 'r_member_social', 'rw_organization_admin']
const KNOWN_SCOPES = [...SCOPES, 'w_organization_social', 'r_organization_social']

/** The part of LinkedIn's versioned API that the connector uses, written from its documentation. */
export class FakeLinkedIn {
  readonly app = { client_id: 'li-app', client_secret: 'li-secret' }
  readonly posts = new Map<string, Any>()
  readonly assets = new FakeAssets({
    authorize: (request) => this.authorize(request),
    assertAs: (request, urn, access) => this.assertAs(request, urn, access),
  })
  readonly comments = new Map<string, Any>()
  readonly tokens = new Map<string, Token>()
  readonly refreshTokens = new Map<string, Token>()
  /** The roles of each person, by organization. */
  readonly roles = new Map<string, Map<string, string[]>>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  throttled = 0
  echoes = false
  /** True for the app of a partner: only those get refresh tokens. */
  isPartner = false
  versions = ['202601', '202606']
  origin = ''
  private codes = new Map<string, Any>()

  async start(): Promise<this> {
    this.origin = await serve((request) => this.respond(request), this.faults)
    return this
  }

  get origins(): Map<string, string> {
    return new Map([
      ['https://api.linkedin.com', this.origin],
      ['https://www.linkedin.com', `${this.origin}/site`],
    ])
  }

  /** Gives a person a role, and creates the organization if it is new. */
  appoint(person: string, organization: string, role = 'ADMINISTRATOR'): string {
    const own = this.roles.get(person) ?? new Map<string, string[]>()
    const urn = `urn:li:organization:${organization}`
    own.set(urn, [...(own.get(urn) ?? []), role])
    this.roles.set(person, own)
    return urn
  }

  /** Approves the sign-in as a person, and returns the redirect back to the connector. */
  approve(address: string, person: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const scopes = (query.get('scope') ?? '').split(' ')
    const isRight =
      pathname.endsWith('/oauth/v2/authorization') &&
      query.get('response_type') === 'code' &&
      query.get('client_id') === this.app.client_id &&
      !query.has('code_challenge') &&
      scopes.every((scope) => KNOWN_SCOPES.includes(scope))
    if (!isRight) throw new Error(`LinkedIn shows an error instead of the question: ${address}`)
    const code = nonce()
    const back = new URL(query.get('redirect_uri') ?? '')
    this.codes.set(code, { back: back.href, person, scopes })
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back
  }

  /** Writes a comment as another person. */
  comment(actor: string, under: string, text: string): string {
    return this.keepComment({ actor, message: { text } }, under).commentUrn
  }

  private respond(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      if (this.throttled > 0 && this.throttled--)
        throw new Refusal(
          429,
          'TOO_MANY_REQUESTS',
          'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
          { serviceErrorCode: 101 },
        )
      if (request.path.startsWith('/rest/')) this.checkHeaders(request)
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${decodeURIComponent(request.path)}`)
        if (match) return handler(request, match[1] ?? '', match[2] ?? '')
      }
      return { status: 404, body: 'Not found' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes) return error.reply
      const echo = `${error.message} ${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { ...(error.reply.body as object), message: echo, error_description: echo } }
    }
  }

  private checkHeaders({ headers }: ReceivedRequest): void {
    const version = String(headers['linkedin-version'] ?? '')
    if (version === '') throw new Refusal(400, 'VERSION_MISSING', 'A version must be present.')
    if (!this.versions.includes(version))
      throw new Refusal(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)
    if (headers['x-restli-protocol-version'] !== '2.0.0')
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'Rest.li 2.0 is needed')
  }

  private readonly routes: [string, (request: ReceivedRequest, one: string, two: string) => FakeReply][] = [
    ['POST /site/oauth/v2/accessToken', (r) => this.exchange(new URLSearchParams(r.bytes.toString('utf8')))],
    ['GET /v2/userinfo', (r) => this.userinfo(r)],
    ['GET /rest/organizationAcls', (r) => this.listRoles(r)],
    ['GET /rest/organizationsLookup', (r) => this.lookUp(r)],
    ['POST /rest/(images|documents|videos)', (r, kind) => this.assets.act(r, kind)],
    ['GET /rest/(images|documents|videos)/(urn:li:\\w+:\\w+)', (r, kind, urn) => this.assets.show(r, kind, urn)],
    ['PUT /site/dms-uploads/(\\w+)/(\\d+)', (r, id, part) => this.assets.upload(r, id, Number(part))],
    ['POST /rest/posts', (r) => this.createPost(r)],
    ['GET /rest/posts', (r) => this.listPosts(r)],
    ['GET /rest/posts/(urn:li:\\w+:\\d+)', (r, urn) => ok(this.readable(r, urn))],
    ['DELETE /rest/posts/(urn:li:\\w+:\\d+)', (r, urn) => this.deletePost(r, urn)],
    ['GET /rest/socialMetadata', (r) => this.countComments(r)],
    ['GET /rest/socialActions/(.+)/comments/(\\d+)', (r, thread, id) => ok(this.showComment(r, thread, id))],
    ['DELETE /rest/socialActions/(.+)/comments/(\\d+)', (r, thread, id) => this.deleteComment(r, thread, id)],
    ['GET /rest/socialActions/(.+)/comments', (r, urn) => this.listComments(r, urn)],
    ['POST /rest/socialActions/(.+)/comments', (r, urn) => this.createComment(r, urn)],
    ['GET /rest/organizationalEntityShareStatistics', (r) => this.statistics(r)],
    ['GET /rest/networkSizes/(urn:li:organization:\\d+)', (r, urn) => this.countFollowers(r, urn)],
  ]

  private exchange(form: URLSearchParams): FakeReply {
    const isClient =
      form.get('client_id') === this.app.client_id && form.get('client_secret') === this.app.client_secret
    const refuse = (status: number, error: string, text: string) => {
      const refusal = new Refusal(status, error, text)
      Object.assign(refusal.reply.body as object, { error, error_description: text })
      return refusal
    }
    if (!isClient) throw refuse(401, 'invalid_client', 'Client authentication failed')
    if (form.get('grant_type') === 'refresh_token') {
      const grant = this.refreshTokens.get(form.get('refresh_token') ?? '')
      if (!grant) throw refuse(400, 'invalid_request', 'The provided refresh token is invalid, expired or revoked')
      return ok(this.issue(grant, grant.refresh))
    }
    const grant = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    if (!grant || grant.back !== form.get('redirect_uri') || form.get('grant_type') !== 'authorization_code')
      throw refuse(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
    return ok(this.issue(grant, this.isPartner ? nonce() : undefined))
  }

  private issue({ person, scopes }: { person: string; scopes: readonly string[] }, refresh: string | undefined) {
    const token = { person, scopes, refresh }
    const access_token = nonce()
    this.tokens.set(access_token, token)
    if (refresh) this.refreshTokens.set(refresh, token)
    const renewable = refresh && { refresh_token: refresh, refresh_token_expires_in: 31_536_000 }
    return { access_token, expires_in: 5_184_000, scope: scopes.join(','), token_type: 'Bearer', ...renewable }
  }

  private authorize({ headers }: ReceivedRequest): Token {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token)
      throw new Refusal(401, 'REVOKED_ACCESS_TOKEN', 'The token has been revoked', { serviceErrorCode: 65601 })
    return token
  }

  /** Checks that the token may act as an author, or read the author's posts. */
  private assertAs(request: ReceivedRequest, urn: string, access: 'r' | 'w'): Token {
    const token = this.authorize(request)
    const isPerson = urn === `urn:li:person:${token.person}`
    const hasRole = (this.roles.get(token.person)?.get(urn) ?? []).some((role) => role !== 'ANALYST')
    const scope = `${access}_${isPerson ? 'member' : 'organization'}_social`
    if (!(isPerson || hasRole) || !token.scopes.includes(scope)) throw denied(`${access} ${urn}`)
    return token
  }

  private userinfo(request: ReceivedRequest): FakeReply {
    const { person, scopes } = this.authorize(request)
    if (!scopes.includes('openid')) throw denied('userinfo.GET')
    return ok({ sub: person, name: formatPersonName(person), picture: 'https://example.com/face.jpg' })
  }

  private listRoles(request: ReceivedRequest): FakeReply {
    const { person, scopes } = this.authorize(request)
    const { query, headers } = request
    if (query.get('q') !== 'roleAssignee' || headers['x-restli-method'] !== 'FINDER')
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'unknown finder')
    if (!scopes.includes('rw_organization_admin')) throw denied('organizationAcls.FINDER-roleAssignee.NO_VERSION')
    const all = [...(this.roles.get(person) ?? [])].flatMap(([organization, roles]) =>
      roles.map((role) => ({ organization, role, roleAssignee: `urn:li:person:${person}`, state: 'APPROVED' })),
    )
    const [start, count] = [Number(query.get('start') ?? 0), Number(query.get('count') ?? 10)]
    return ok({ elements: all.slice(start, start + count), paging: { start, count, links: [] } })
  }

  private lookUp(request: ReceivedRequest): FakeReply {
    this.authorize(request)
    const ids = /^List\((.*)\)$/.exec(request.query.get('ids') ?? '')?.[1]?.split(',') ?? []
    const results = ids.map((id) => [
      id,
      { id: Number(id), localizedName: `Company ${id}`, vanityName: `company-${id}` },
    ])
    return ok({ results: Object.fromEntries(results), statuses: {}, errors: {} })
  }

  private createPost(request: ReceivedRequest): FakeReply {
    const { author, commentary, visibility, distribution, lifecycleState, content } = request.json
    this.assertAs(request, author, 'w')
    const isComplete =
      typeof commentary === 'string' &&
      ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'].includes(visibility) &&
      distribution?.feedDistribution === 'MAIN_FEED' &&
      lifecycleState === 'PUBLISHED'
    if (!isComplete) throw new Refusal(400, 'MISSING_FIELD', 'a required field is missing')
    const text = publishedText(commentary)
    if (measureLength(text, 'characters') > 3000)
      throw new Refusal(422, 'FIELD_LENGTH_TOO_LONG', 'ShareCommentary text length exceeded the maximum allowed (3000)')
    this.checkContent(author, content)
    const twin = [...this.posts.values()].find(
      (post) =>
        post.author === author && post.text === text && JSON.stringify(post.content) === JSON.stringify(content),
    )
    if (twin && isFresh(twin.createdAt))
      throw new Refusal(422, 'UNPROCESSABLE', `Content is a duplicate of ${twin.id}`, {
        errorDetailType: 'com.linkedin.common.error.BadRequest',
        errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] },
      })
    const id = `urn:li:${content?.media?.id?.includes(':video:') ? 'ugcPost' : 'share'}:${nextUrnId()}`
    this.posts.set(id, { id, ...request.json, text, createdAt: Date.now(), publishedAt: Date.now() })
    return { status: 201, body: '', headers: { 'x-restli-id': id } }
  }

  private checkContent(author: string, content: Any): void {
    const images = content?.multiImage?.images
    if (images && (images.length < 2 || images.length > 20))
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'A multi-image post has 2 to 20 images')
    if (content?.article && (!content.article.source || !content.article.title))
      throw new Refusal(400, 'MISSING_FIELD', 'title is required')
    const urns = [content?.media?.id, content?.article?.thumbnail, ...(images ?? []).map(({ id }: Any) => id)]
    for (const urn of urns.filter((one) => one !== undefined)) {
      const asset = this.assets.all.get(urn)
      const isThere = asset?.owner === author && asset.parts.length === asset.partCount
      if (!isThere || asset.polls > 0 || (asset.kind === 'videos' && !asset.isFinal))
        throw new Refusal(400, 'MEDIA_ASSET_PROCESSING_FAILED', `The asset ${urn} cannot be used`)
      if (asset.kind === 'documents' && !content.media.title)
        throw new Refusal(400, 'MISSING_FIELD', 'title is required')
    }
  }

  private readable(request: ReceivedRequest, urn: string): Any {
    this.authorize(request)
    const post = this.posts.get(urn)
    if (!post) throw notFound()
    this.assertAs(request, post.author, 'r')
    return post
  }

  private listPosts(request: ReceivedRequest): FakeReply {
    const { query, headers } = request
    if (query.get('q') !== 'author' || headers['x-restli-method'] !== 'FINDER')
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'unknown finder')
    const author = query.get('author') ?? ''
    this.assertAs(request, author, 'r')
    const [start, count] = [Number(query.get('start') ?? 0), Number(query.get('count') ?? 10)]
    const all = [...this.posts.values()].filter((post) => post.author === author).toReversed()
    return ok({ elements: all.slice(start, start + count), paging: { start, count } })
  }

  private deletePost(request: ReceivedRequest, urn: string): FakeReply {
    this.authorize(request)
    const post = this.posts.get(urn)
    if (!post) throw notFound()
    this.assertAs(request, post.author, 'w')
    this.posts.delete(urn)
    return { status: 204, body: '' }
  }

  /** Finds the post of a thread by its own URN, or by that of the activity that LinkedIn makes of it. */
  private getThreadPost(urn: string): Any {
    const thread = /^urn:li:comment:\((.+),\d+\)$/.exec(urn)?.[1] ?? urn
    const post = [...this.posts.values()].find(({ id }) => id === thread || toActivityUrn(id) === thread)
    if (!post) throw notFound()
    return post
  }

  private keepComment(fields: Any, under: string): Any {
    const object = toActivityUrn(this.getThreadPost(under).id)
    const id = nextUrnId()
    const commentUrn = `urn:li:comment:(${object},${id})`
    const parent = under.startsWith('urn:li:comment:') ? { parentComment: under } : {}
    const comment = { id, commentUrn, object, created: { actor: fields.actor, time: Date.now() }, ...fields, ...parent }
    this.comments.set(commentUrn, comment)
    return comment
  }

  private under(urn: string): Any[] {
    const isComment = urn.startsWith('urn:li:comment:')
    const object = toActivityUrn(this.getThreadPost(urn).id)
    return [...this.comments.values()].filter((one) =>
      isComment ? one.parentComment === urn : one.object === object && !one.parentComment,
    )
  }

  private listComments(request: ReceivedRequest, urn: string): FakeReply {
    this.assertAs(request, this.getThreadPost(urn).author, 'r')
    const [start, count] = [Number(request.query.get('start') ?? 0), Number(request.query.get('count') ?? 10)]
    const elements = this.under(urn).map((one) => ({
      ...one,
      commentsSummary: { aggregatedTotalComments: this.under(one.commentUrn).length },
    }))
    return ok({ elements: elements.slice(start, start + count), paging: { start, count } })
  }

  private showComment(request: ReceivedRequest, thread: string, id: string): Any {
    this.assertAs(request, this.getThreadPost(thread).author, 'r')
    const comment = this.comments.get(`urn:li:comment:(${thread},${id})`)
    if (!comment) throw notFound()
    return comment
  }

  private createComment(request: ReceivedRequest, urn: string): FakeReply {
    const { actor, object, message, parentComment } = request.json
    this.assertAs(request, actor, 'w')
    const post = this.getThreadPost(urn)
    const parent = this.comments.get(urn)
    const isRight =
      [post.id, toActivityUrn(post.id)].includes(object) &&
      typeof message?.text === 'string' &&
      parentComment === parent?.commentUrn
    if (!isRight || parent?.parentComment) throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'wrong parent')
    const comment = this.keepComment({ actor, message }, urn)
    return { status: 201, body: comment, headers: { 'x-restli-id': comment.id } }
  }

  private deleteComment(request: ReceivedRequest, thread: string, id: string): FakeReply {
    const actor = request.query.get('actor') ?? ''
    this.assertAs(request, actor, 'w')
    const urn = `urn:li:comment:(${thread},${id})`
    const comment = this.comments.get(urn)
    if (!comment) throw notFound()
    if (comment.actor !== actor && this.getThreadPost(thread).author !== actor) throw denied('comments.DELETE')
    this.comments.delete(urn)
    return { status: 204, body: '' }
  }

  private countComments(request: ReceivedRequest): FakeReply {
    const urns = urnsIn(request.query.get('ids'))
    const results = urns.flatMap((urn) => {
      const post = this.posts.get(urn)
      if (!post) return []
      this.assertAs(request, post.author, 'r')
      const all = [...this.comments.values()].filter(({ object }) => object === toActivityUrn(urn))
      return [[urn, { entity: urn, commentSummary: { count: all.length, topLevelCount: this.under(urn).length } }]]
    })
    return ok({ results: Object.fromEntries(results), statuses: {}, errors: {} })
  }

  private assertAdmin(request: ReceivedRequest, urn: string): void {
    const { person, scopes } = this.authorize(request)
    const roles = this.roles.get(person)?.get(urn) ?? []
    if (!scopes.includes('rw_organization_admin') || !roles.includes('ADMINISTRATOR')) throw denied('statistics')
  }

  private statistics(request: ReceivedRequest): FakeReply {
    this.assertAdmin(request, request.query.get('organizationalEntity') ?? '')
    return ok({ elements: buildStatistics(request.query, (urn) => this.posts.has(urn)) })
  }

  private countFollowers(request: ReceivedRequest, urn: string): FakeReply {
    this.assertAdmin(request, urn)
    if (request.query.get('edgeType') !== 'COMPANY_FOLLOWED_BY_MEMBER')
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'unknown edge')
    return ok({ firstDegreeSize: 1234 })
  }
}

const toActivityUrn = (urn: string) => urn.replace(/share|ugcPost/, 'activity')
