import { randomBytes } from 'node:crypto'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- things of every shape
export type Any = any

export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(String(status))
    this.reply = { status, body, headers }
  }
}

export const http = (status: number, message: string, more: object = {}) =>
  new Refusal(status, { message, error: status, ...more })
export const api = (code: string, message: string, field: string | null = null, more: object = {}) =>
  new Refusal(200, { json: { errors: [[code, message, field]], ...more } })
export const nonce = () => randomBytes(18).toString('base64url')

export const BUCKET = 'https://reddit-uploaded-media.s3-accelerate.amazonaws.com'
export const CLIENT = { client_id: 'example-app', client_secret: 'example-secret' }

/** The content of the fake Reddit, and the actions of people there. */
export abstract class RedditState {
  readonly people = new Map<string, Any>()
  readonly subreddits = new Map<string, Any>()
  readonly posts = new Map<string, Any>()
  readonly comments = new Map<string, Any>()
  readonly messages: Any[] = []
  readonly assets = new Map<string, { uploaded: boolean }>()
  readonly tokens = new Map<string, { person: Any; scopes: string[] }>()
  readonly refreshes = new Map<string, { person: Any; scopes: string[] }>()
  readonly codes = new Map<string, Any>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  /** Posts with an image that Reddit has accepted and not made yet. */
  readonly processing: Any[] = []
  isSlow = false
  throttled = 0
  /** Refuses the next post, comment or message. */
  refusal: Refusal | undefined
  url = ''
  private last = 1_000_000

  async start(): Promise<this> {
    this.url = await serve((request) => this.respond(request), this.faults)
    return this
  }

  get origins(): ReadonlyMap<string, string> {
    return new Map([
      ['https://www.reddit.com', `${this.url}/www`],
      ['https://oauth.reddit.com', `${this.url}/api`],
      [BUCKET, `${this.url}/s3`],
    ])
  }

  signUp(name: string): Any {
    const person = this.people.get(name) ?? { id: this.next(), name, joined: new Set<string>() }
    this.people.set(name, person)
    this.subreddits.set(`u_${name}`, { display_name: `u_${name}`, subreddit_type: 'user', subscribers: 3 })
    return person
  }

  addSubreddit(name: string, changes: object = {}): Any {
    const subreddit = {
      display_name: name,
      title: `${name}!`,
      subreddit_type: 'public',
      submission_type: 'any',
      allow_images: true,
      subscribers: 7,
      moderators: new Set<string>(),
      requirements: {},
      ...changes,
    }
    this.subreddits.set(name, subreddit)
    return subreddit
  }

  /** Approves the sign-in as this person. Returns the redirect back to us. */
  approve(address: string, name: string): URL {
    const { searchParams: query, pathname } = new URL(address)
    const isRight =
      pathname.endsWith('/api/v1/authorize') &&
      query.get('response_type') === 'code' &&
      query.get('client_id') === CLIENT.client_id &&
      query.get('duration') === 'permanent'
    if (!isRight) throw new Error(`Reddit shows an error instead of the question: ${address}`)
    const code = nonce()
    const back = query.get('redirect_uri') ?? ''
    this.codes.set(code, { back, scopes: (query.get('scope') ?? '').split(' '), person: this.signUp(name) })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  comment(name: string, parent: string, body: string): string {
    return this.addComment(this.signUp(name), parent, body).name
  }

  message(from: string, to: string, body: string): string {
    return this.addMessage(from, to, body).name
  }

  /** Makes the posts whose images are being processed. */
  finish(): void {
    for (const post of this.processing.splice(0)) this.posts.set(post.name, post)
  }

  protected next(): string {
    return (++this.last).toString(36)
  }

  protected addComment(person: Any, parent: string, body: string): Any {
    const link_id = parent.startsWith('t3_') ? parent : this.comments.get(parent).link_id
    const id = this.next()
    const comment = {
      id,
      name: `t1_${id}`,
      link_id,
      parent_id: parent,
      author: person.name,
      author_fullname: `t2_${person.id}`,
      body,
      created_utc: seconds(),
      locked: false,
      archived: false,
      removed: false,
    }
    this.comments.set(comment.name, comment)
    return comment
  }

  protected addMessage(author: string, dest: string, body: string): Any {
    const id = this.next()
    const message = {
      id,
      name: `t4_${id}`,
      author,
      author_fullname: `t2_${this.signUp(author).id}`,
      dest,
      subject: 'Hi',
      body,
      subreddit: null,
      was_comment: false,
      created_utc: seconds(),
      new: true,
    }
    this.messages.push(message)
    return message
  }

  protected abstract respond(request: ReceivedRequest): FakeReply
}

export const ok = (body: unknown): FakeReply => ({ status: 200, body })
export const seconds = () => Math.floor(Date.now() / 1000)
export const listing = (children: Any[]) => ({ kind: 'Listing', data: { after: null, children } })
export const things = (kind: string, data: Any) => ok({ json: { errors: [], data: { things: [{ kind, data }] } } })

/** Returns one page. `after` is the name of the last item of the page before. */
export function paginate(all: Any[], query: URLSearchParams): Any {
  const limit = Math.min(100, Number(query.get('limit') ?? 25))
  const from = query.get('after') ? all.findIndex(({ data }) => data.name === query.get('after')) + 1 : 0
  const children = all.slice(from, from + limit)
  return { kind: 'Listing', data: { after: from + limit < all.length ? children.at(-1).data.name : null, children } }
}

export const withLimits = (reply: FakeReply): FakeReply => ({
  ...reply,
  headers: { 'x-ratelimit-used': '10', 'x-ratelimit-remaining': '990.0', 'x-ratelimit-reset': '321' },
})
