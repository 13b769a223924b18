import { createHash, randomBytes } from 'node:crypto'
import { FakeAuthServer, OAuthRefusal } from './bluesky-auth-fake.ts'
import { AT_URI, type StoredBlob, validateRecord } from './bluesky-lexicon.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- records of every shape
type Any = any
type Headers = ReceivedRequest['headers']

interface Person {
  readonly did: string
  handle: string
  readonly password: string
  readonly counts: { likes: number; reposts: number; quotes: number; followers: number }
  isActive: boolean
  /** Wants notifications only of accounts it follows; in this fake it follows none. */
  isPriority: boolean
}

interface StoredRecord {
  readonly uri: string
  readonly cid: string
  readonly value: Any
  readonly indexedAt: string
  readonly isIndexed: boolean
}

class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, error: string, message = error, headers: Record<string, string> = {}) {
    super(message)
    this.reply = { status, body: { error, message }, headers }
  }
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const POSTS = 'app.bsky.feed.post'

/**
 * A data server with its index, an entryway with the directory of identities, and the video service. Its responses are those
 * observed of @atproto/pds 0.5.35 and @atproto/bsky 0.0.280.
 */
export class FakeBluesky {
  readonly people = new Map<string, Person>()
  readonly records = new Map<string, StoredRecord>()
  readonly blobs = new Map<string, StoredBlob>()
  readonly jobs = new Map<string, { did: string; bytes: Buffer; polls: number }>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  readonly dead = new Set<string>()
  readonly auth = new FakeAuthServer(() => this.nowMs())
  /** Polls of a video job before it is done, and the failure it ends with. */
  videoPolls = 0
  videoFailure: string | undefined
  tokenSeconds = 7200
  /** Repeats the request in every refusal, as some servers do. */
  echoes = false
  /** The index leaves out some counts. */
  unindexed = false
  /** New records are on the data server but not in the index. */
  isBehind = false
  /** Deletes uploads at once. */
  forgets = false
  /** Number of the next requests that get a 429. */
  throttled = 0
  clock = () => Date.now()
  pds = ''
  entryway = ''
  private signIns = new Map<string, number>()
  private clockMs = 0
  /** The request that is being handled. */
  private current: ReceivedRequest | undefined

  async start(): Promise<this> {
    this.pds = await serve((request) => this.handle(request), this.faults)
    this.entryway = await serve((request) => this.handleEntryway(request))
    await this.auth.start()
    return this
  }

  get app() {
    return { url: this.entryway, plcUrl: `${this.entryway}/plc`, videoUrl: `${this.pds}/video` }
  }

  signUp(handle: string): Person {
    const did = `did:plc:${hash(handle).slice(0, 24)}`
    const password = randomBytes(8).toString('hex')
    const counts = { likes: 0, reposts: 0, quotes: 0, followers: 0 }
    const person = { did, handle, password, counts, isActive: true, isPriority: false }
    this.people.set(did, person)
    return person
  }

  /** Writes a post without our connector. */
  write(did: string, record: Any): string {
    this.clockMs++
    const rkey = `3k${hash(`${this.clockMs}${did}`)
      .replaceAll(/[01689]/g, 'x')
      .slice(0, 11)}`
    return this.store(did, POSTS, rkey, { $type: POSTS, createdAt: this.moment(), ...record }).uri
  }

  posts(did: string): StoredRecord[] {
    return [...this.records.values()].filter(({ uri }) => uri.startsWith(`at://${did}/${POSTS}/`))
  }

  /** Finds the record with the hidden replies of a thread. */
  findThreadGate(root: string): StoredRecord | undefined {
    return this.records.get(root.replace(POSTS, 'app.bsky.feed.threadgate'))
  }

  advance(ms: number): void {
    this.clockMs += ms
  }

  private nowMs(): number {
    return this.clock() + this.clockMs
  }

  private store(did: string, collection: string, rkey: string, value: Any): StoredRecord {
    const uri = `at://${did}/${collection}/${rkey}`
    const cid = `bafyrei${hash(JSON.stringify(value))}`
    const stored = { uri, cid, value, indexedAt: this.moment(), isIndexed: !this.isBehind }
    this.records.set(uri, stored)
    return stored
  }

  private moment(): string {
    return new Date(this.nowMs()).toISOString()
  }

  private handleEntryway({ path, query }: ReceivedRequest): FakeReply {
    if (path === '/xrpc/com.atproto.identity.resolveHandle') return this.guard(() => this.resolve(query))
    const person = this.people.get(decodeURIComponent(path.replace('/plc/', '')))
    if (!person) return { status: 404, body: { message: 'DID not registered' } }
    return { status: 200, body: this.buildDidDocument(person) }
  }

  private buildDidDocument({ did, handle }: Person) {
    return {
      id: did,
      alsoKnownAs: [`at://${handle}`],
      service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: this.pds }],
    }
  }

  private handle(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    this.current = request
    const [, method = ''] = request.path.split('/xrpc/')
    const handler = this.methods[`${request.method} ${method}`]
    if (request.path === '/.well-known/oauth-protected-resource')
      return { status: 200, body: { resource: this.pds, authorization_servers: [this.auth.issuer] } }
    const reply = this.guard(() => {
      if (this.throttled > 0 && this.throttled--) throw this.throttle(5000)
      if (!handler) throw new Refusal(501, 'MethodNotImplemented')
      return handler(request)
    }, request)
    const nonce = request.headers['dpop'] && { 'dpop-nonce': this.auth.nonce }
    return { ...reply, headers: { ...reply.headers, ...nonce } }
  }

  private throttle(limit: number): Refusal {
    const reset = Math.floor(this.nowMs() / 1000) + 120
    const headers = {
      date: new Date(this.nowMs()).toUTCString(),
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(reset),
      'ratelimit-policy': `${limit};w=300`,
    }
    return new Refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', headers)
  }

  private guard(work: () => Any, request?: ReceivedRequest): FakeReply {
    try {
      return { status: 200, body: work() ?? {} }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.echoes || !request) return error.reply
      const message = `${request.headers.authorization} ${request.bytes.toString('utf8')}`
      return { ...error.reply, body: { ...(error.reply.body as object), message } }
    }
  }

  private readonly methods: Record<string, (request: ReceivedRequest) => Any> = {
    'POST com.atproto.server.createSession': ({ json }) => this.createSession(json),
    'POST com.atproto.server.refreshSession': ({ headers }) => this.issueSession(this.authorize(headers, 'refresh')),
    'POST com.atproto.server.deleteSession': ({ headers }) => {
      this.authorize(headers, 'refresh')
      this.dead.add((headers.authorization ?? '').replace('Bearer ', ''))
    },
    'GET com.atproto.server.getSession': ({ headers }) => {
      const { did, handle, isActive } = this.authorize(headers)
      return { did, handle, active: isActive, ...(!isActive && { status: 'deactivated' }) }
    },
    'GET com.atproto.server.describeServer': () => ({ did: 'did:web:localhost', blobUploadLimit: 5_242_880 }),
    'GET com.atproto.server.getServiceAuth': ({ headers, query }) => {
      const { did } = this.authorize(headers)
      const isRight = query.get('aud') === 'did:web:localhost' && query.get('lxm') === 'com.atproto.repo.uploadBlob'
      if (!isRight) throw new Refusal(400, 'InvalidRequest')
      if (Number(query.get('exp')) > this.nowMs() / 1000 + 3600) throw new Refusal(400, 'BadExpiration')
      return { token: this.sign({ did, scope: 'service' }, 1800) }
    },
    'GET com.atproto.identity.resolveHandle': ({ query }) => this.resolve(query),
    'POST com.atproto.repo.createRecord': ({ headers, json }) => {
      const { collection, rkey, record } = this.checkWrite(headers, json)
      // The repository throws here, and the server sends a bare 500.
      if (this.records.has(`at://${json.repo}/${collection}/${rkey}`))
        throw new Refusal(500, 'InternalServerError', 'Internal Server Error')
      return this.store(json.repo, collection, rkey, record)
    },
    'POST com.atproto.repo.putRecord': ({ headers, json }) => {
      const { collection, rkey, record } = this.checkWrite(headers, json)
      const current = this.records.get(`at://${json.repo}/${collection}/${rkey}`)?.cid ?? null
      if (json.swapRecord !== undefined && json.swapRecord !== current)
        throw new Refusal(400, 'InvalidSwap', `Record was at ${current}`)
      return this.store(json.repo, collection, rkey, record)
    },
    'GET com.atproto.repo.getRecord': ({ query }) => {
      const [repo, collection, rkey] = ['repo', 'collection', 'rkey'].map((name) => query.get(name))
      const found = this.records.get(`at://${repo}/${collection}/${rkey}`)
      if (!found) throw new Refusal(400, 'RecordNotFound', 'Could not locate record')
      return found
    },
    'POST com.atproto.repo.deleteRecord': ({ headers, json }) => {
      this.checkOwner(headers, json.repo)
      this.records.delete(`at://${json.repo}/${json.collection}/${json.rkey}`)
    },
    'POST com.atproto.repo.uploadBlob': ({ headers, bytes }) => {
      this.authorize(headers)
      if (bytes.length > 5_242_880) throw new Refusal(413, 'PayloadTooLarge', 'request entity too large')
      return { blob: this.keepBlob(bytes) }
    },
    'GET app.bsky.actor.getProfile': ({ headers, query }) => {
      this.authorize(headers)
      const person = this.people.get(query.get('actor') ?? '')
      if (!person) throw new Refusal(400, 'InvalidRequest', 'Profile not found')
      const { did, handle, counts } = person
      const counted = { followersCount: counts.followers, postsCount: this.posts(did).length }
      return { did, handle, displayName: handle, ...(!this.unindexed && counted) }
    },
    'GET app.bsky.feed.getPosts': ({ headers, query }) => {
      this.authorize(headers)
      const uris = query.getAll('uris')
      if (uris.length > 25 || !uris.every((uri) => AT_URI.test(uri))) throw new Refusal(400, 'InvalidRequest')
      const found = uris.flatMap((uri) => this.records.get(uri) ?? []).filter(({ isIndexed }) => isIndexed)
      return { posts: found.map((stored) => this.buildPostView(stored)) }
    },
    'GET app.bsky.notification.listNotifications': ({ headers, query }) => this.listNotifications(headers, query),
    'POST app.bsky.video.uploadVideo': ({ headers, query, bytes }) => this.uploadVideo(headers, query, bytes),
    'GET app.bsky.video.getJobStatus': ({ query }) => ({ jobStatus: this.jobStatus(query.get('jobId') ?? '') }),
  }

  private createSession({ identifier, password }: Any): Any {
    const count = (this.signIns.get(identifier) ?? 0) + 1
    this.signIns.set(identifier, count)
    if (count > 30) throw this.throttle(30)
    const person = [...this.people.values()].find(({ did, handle }) => did === identifier || handle === identifier)
    if (!person || person.password !== password)
      throw new Refusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
    return { ...this.issueSession(person), didDoc: this.buildDidDocument(person) }
  }

  private issueSession({ did, handle, isActive }: Person): Any {
    return {
      did,
      handle,
      active: isActive,
      accessJwt: this.sign({ did, scope: 'com.atproto.appPass' }, this.tokenSeconds),
      refreshJwt: this.sign({ did, scope: 'com.atproto.refresh' }, 90 * 86_400),
    }
  }

  private sign(claims: { did: string; scope: string }, seconds: number): string {
    const exp = Math.floor(this.nowMs() / 1000) + seconds
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: claims.did, exp })).toString('base64url')
    return `eyJhbGciOiJIUzI1NiJ9.${payload}.${randomBytes(8).toString('base64url')}`
  }

  private authorize({ authorization }: Headers, kind: 'access' | 'refresh' | 'service' = 'access'): Person {
    if (!authorization) throw new Refusal(401, 'AuthMissing', 'Authentication Required')
    if (authorization.startsWith('DPoP ') && kind === 'access') return this.authorizeBound()
    const token = authorization.replace('Bearer ', '')
    const [, payload] = token.split('.')
    if (!payload || this.dead.has(token)) throw new Refusal(400, 'InvalidToken', 'Token could not be verified')
    const { did, scope, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const expected = { access: 'com.atproto.appPass', refresh: 'com.atproto.refresh', service: 'service' }[kind]
    const person = this.people.get(did)
    if (scope !== expected || !person) throw new Refusal(400, 'InvalidToken', 'Token could not be verified')
    if (exp < this.nowMs() / 1000) throw new Refusal(400, 'ExpiredToken', 'Token has expired')
    return person
  }

  private authorizeBound(): Person {
    try {
      return this.people.get(this.auth.authorize(this.current as ReceivedRequest, this.pds)) as Person
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      const header = `DPoP error="${error.code}", error_description="${error.message}"`
      throw new Refusal(401, error.code, error.message, { 'www-authenticate': header })
    }
  }

  private checkOwner(headers: Headers, repo: string): void {
    const { did, isActive } = this.authorize(headers)
    if (did !== repo) throw new Refusal(403, 'AccountNotFound', 'Account not found')
    if (!isActive) throw new Refusal(401, 'AccountDeactivated', 'Account is deactivated')
  }

  private checkWrite(headers: ReceivedRequest['headers'], { repo, collection, rkey, record }: Any): Any {
    this.checkOwner(headers, repo)
    const refused = validateRecord(collection, rkey, record, (link) => this.blobs.get(link))
    if (refused) throw new Refusal(400, refused.error, refused.message)
    return { collection, rkey, record }
  }

  /** Stores a file. Its type comes from its bytes, not from its header. */
  private keepBlob(bytes: Buffer): Any {
    const isMp4 = bytes.subarray(4, 8).toString('latin1') === 'ftyp'
    const stored = { mimeType: isMp4 ? 'video/mp4' : 'image/png', size: bytes.length }
    const link = `bafkrei${hash(bytes)}`
    this.blobs.set(link, stored)
    if (this.forgets) this.blobs.delete(link)
    return { $type: 'blob', ref: { $link: link }, ...stored }
  }

  private resolve(query: URLSearchParams): Any {
    const handle = query.get('handle') ?? ''
    if (!handle.includes('.')) throw new Refusal(400, 'InvalidRequest', 'Invalid handle')
    const person = [...this.people.values()].find((one) => one.handle === handle)
    if (!person) throw new Refusal(400, 'HandleNotFound', 'Unable to resolve handle')
    return { did: person.did }
  }

  private buildPostView({ uri, cid, value, indexedAt }: StoredRecord): Any {
    const author = this.people.get(uri.split('/')[2] ?? '')
    const replies = [...this.records.values()].filter((one) => one.value.reply?.parent.uri === uri)
    const { likes = 0, reposts = 0, quotes = 0 } = author?.counts ?? {}
    return {
      uri,
      cid,
      author: { did: author?.did, handle: author?.handle },
      record: value,
      indexedAt,
      replyCount: replies.length,
      likeCount: likes,
      ...(!this.unindexed && { repostCount: reposts, quoteCount: quotes }),
    }
  }

  private listNotifications(headers: ReceivedRequest['headers'], query: URLSearchParams): Any {
    const { did, isPriority } = this.authorize(headers)
    const limit = Number(query.get('limit') ?? 50)
    if (!(limit >= 1 && limit <= 100)) throw new Refusal(400, 'InvalidRequest', 'limit')
    const before = query.get('cursor')
    if (isPriority && query.get('priority') !== 'false') return { notifications: [], priority: true }
    const all = [...this.records.values()]
      .flatMap((stored) => this.notify(did, stored))
      .toSorted((a, b) => (a.indexedAt < b.indexedAt ? 1 : -1))
      .filter(({ indexedAt }) => before === null || indexedAt < before)
    const page = all.slice(0, limit)
    // The filter applies after the page is cut, so a page may be empty although more follow.
    const reasons = query.getAll('reasons')
    return {
      notifications: page.filter(({ reason }) => reasons.length === 0 || reasons.includes(reason)),
      ...(all.length > page.length && { cursor: page.at(-1)?.indexedAt }),
    }
  }

  /** Lists the notifications that a post causes, dated by its author unless that is in the future. A hidden reply causes none. */
  private notify(did: string, stored: StoredRecord): Any[] {
    const { uri, value, indexedAt, isIndexed } = stored
    const root: string = value.reply?.root.uri ?? ''
    const [subject, reason] = value.reply ? [root, 'reply'] : [value.embed?.record?.uri ?? '', 'quote']
    if (!isIndexed || uri.startsWith(`at://${did}/`) || !subject.startsWith(`at://${did}/`)) return []
    if (this.findThreadGate(root)?.value.hiddenReplies?.includes(uri)) return []
    const sortAt = value.createdAt < indexedAt ? value.createdAt : indexedAt
    return [{ ...this.buildPostView(stored), reason, isRead: false, indexedAt: sortAt }]
  }

  private uploadVideo(headers: ReceivedRequest['headers'], query: URLSearchParams, bytes: Buffer): Any {
    const { did } = this.authorize(headers, 'service')
    if (query.get('did') !== did || !/^[\w.-]+$/.test(query.get('name') ?? '')) throw new Refusal(400, 'InvalidRequest')
    if (headers['content-type'] !== 'video/mp4') throw new Refusal(400, 'InvalidRequest', 'not a video')
    const jobId = hash(bytes).slice(0, 12)
    this.jobs.set(jobId, { did, bytes, polls: this.videoPolls })
    return { jobStatus: { jobId, did, state: 'JOB_STATE_CREATED' } }
  }

  private jobStatus(jobId: string): Any {
    const job = this.jobs.get(jobId)
    if (!job) throw new Refusal(404, 'NotFound')
    const { did } = job
    if (job.polls-- > 0) return { jobId, did, state: 'JOB_STATE_ENCODING', progress: 50 }
    if (this.videoFailure)
      return { jobId, did, state: 'JOB_STATE_FAILED', failureCode: this.videoFailure, message: 'no video stream' }
    return { jobId, did, state: 'JOB_STATE_COMPLETED', blob: this.keepBlob(job.bytes) }
  }
}
