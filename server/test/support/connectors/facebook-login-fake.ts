import { pageView } from './facebook-views.ts'
import { type Any, FakeGraph, type GraphCall, GraphRefusal, nonce, ok, paginate, pick } from './graph-fake.ts'
import type { FakeReply } from './loopback.ts'

export interface FakePage {
  readonly id: string
  readonly name: string
  readonly username: string
  isPublished: boolean
  followers: number
  /** The Instagram account that belongs to the page. */
  instagram?: { readonly id: string; readonly username: string; readonly name: string }
}

interface FakePerson {
  readonly id: string
  readonly name: string
  /** The tasks on each page, by its id. */
  readonly tasks: Map<string, string[]>
}

interface Token {
  readonly person: FakePerson
  readonly page?: FakePage
  readonly scopes: readonly string[]
  readonly isLong: boolean
}

const ALL_TASKS = ['MODERATE', 'MESSAGING', 'ANALYZE', 'ADVERTISE', 'CREATE_CONTENT', 'MANAGE']

/** Facebook Login, pages and their tokens. */
export abstract class FakeFacebookLogin extends FakeGraph {
  readonly people = new Map<string, FakePerson>()
  readonly pages = new Map<string, FakePage>()
  readonly tokens = new Map<string, Token>()
  /** Businesses of a person, each with pages that are not among the person's own. */
  readonly businesses = new Map<string, { id: string; owned: FakePage[]; clients: FakePage[] }[]>()
  private readonly codes = new Map<string, Any>()
  /** The end of the app's access to the person's data, in Unix seconds; 0 for never. */
  dataAccessEndsAt = 0
  /** The requested scopes that the person does not allow. */
  refused: readonly string[] = []

  signUp(name: string, tasks = ALL_TASKS): { person: FakePerson; page: FakePage } {
    const person: FakePerson = { id: this.nextId(), name, tasks: new Map() }
    const page = this.createPage(`${name}'s page`)
    person.tasks.set(page.id, tasks)
    this.people.set(person.id, person)
    return { person, page }
  }

  createPage(name: string): FakePage {
    const id = this.nextId()
    const page: FakePage = { id, name, username: `page${id}`, isPublished: true, followers: 12 }
    this.pages.set(id, page)
    return page
  }

  /** Accepts the dialog as the person; returns the redirect back to the server. */
  approve(address: string, person: FakePerson): URL {
    const { searchParams: query, pathname } = new URL(address)
    const back = query.get('redirect_uri') ?? ''
    const isRight =
      pathname.endsWith(`/${this.version}/dialog/oauth`) &&
      query.get('client_id') === this.app.id &&
      query.get('response_type') === 'code' &&
      URL.canParse(back)
    if (!isRight) throw new Error(`Facebook shows an error instead of the dialog: ${address}`)
    const scopes = (query.get('scope') ?? '').split(',').filter((scope) => !this.refused.includes(scope))
    const code = nonce()
    this.codes.set(code, { back, scopes, person })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  protected exchange({ params }: GraphCall): FakeReply {
    if (params['client_id'] !== this.app.id || params['client_secret'] !== this.app.secret)
      throw new GraphRefusal(101, 'Error validating application. Cannot get application info due to a system error.')
    if (params['grant_type'] === 'fb_exchange_token') {
      const short = this.tokens.get(params['fb_exchange_token'])
      if (!short) throw new GraphRefusal(190, 'Invalid OAuth access token.')
      return ok({ access_token: this.issue({ ...short, isLong: true }), token_type: 'bearer', expires_in: 5_184_000 })
    }
    const grant = this.codes.get(params['code'])
    if (!grant || grant.back !== params['redirect_uri'])
      throw new GraphRefusal(100, 'This authorization code has been used.', { subcode: 36_009 })
    this.codes.delete(params['code'])
    const { person, scopes } = grant
    return ok({ access_token: this.issue({ person, scopes, isLong: false }), token_type: 'bearer', expires_in: 5400 })
  }

  private issue(token: Token): string {
    const text = `EAA${nonce()}`
    this.tokens.set(text, token)
    return text
  }

  /** Returns the same token each time, as long as it is valid. */
  private findOrIssuePageToken(granted: Token, page: FakePage): string {
    const known = [...this.tokens].find(
      ([, token]) => token.page === page && token.person === granted.person && token.isLong === granted.isLong,
    )
    return known?.[0] ?? this.issue({ ...granted, page })
  }

  protected debug({ params, token }: GraphCall): FakeReply {
    if (token !== this.appToken) throw new GraphRefusal(190, 'Invalid OAuth access token signature.')
    const known = this.tokens.get(params['input_token'])
    if (!known) return ok({ data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid token' } } })
    const { person, scopes, page } = known
    return ok({
      data: {
        app_id: this.app.id,
        type: page ? 'PAGE' : 'USER',
        is_valid: true,
        expires_at: 0,
        data_access_expires_at: this.dataAccessEndsAt,
        scopes,
        user_id: person.id,
        ...(page && { profile_id: page.id }),
      },
    })
  }

  protected showMe(call: GraphCall): FakeReply {
    const { person } = this.signedIn(call)
    const picture = { data: { url: 'https://example.com/face.png' } }
    return ok(pick({ id: person.id, name: person.name, picture }, call.params['fields']))
  }

  protected listPermissions(call: GraphCall): FakeReply {
    const { scopes } = this.signedIn(call)
    const declined = this.refused.map((permission) => ({ permission, status: 'declined' }))
    return ok({ data: [...scopes.map((permission) => ({ permission, status: 'granted' })), ...declined] })
  }

  protected listAccounts(call: GraphCall): FakeReply {
    const token = this.signedIn(call, 'pages_show_list')
    const pages = [...token.person.tasks].map(([id, tasks]) => {
      const page = this.pages.get(id) as FakePage
      return pageView({ page, tasks, token: this.findOrIssuePageToken(token, page) })
    })
    return paginate(pages, call.params)
  }

  protected listBusinesses(call: GraphCall): FakeReply {
    const { person } = this.signedIn(call, 'business_management')
    return paginate(this.businesses.get(person.id) ?? [], call.params)
  }

  protected listBusinessPages(call: GraphCall, id: string, edge: string): FakeReply {
    const token = this.signedIn(call, 'business_management')
    const business = this.businesses.get(token.person.id)?.find((one) => one.id === id)
    if (!business) throw new GraphRefusal(100, '(#100) Missing permission')
    const pages = edge === 'owned_pages' ? business.owned : business.clients
    // A client's page has a token only for people with a role on it.
    const shown = pages.map((page) =>
      pageView({ page, token: edge === 'owned_pages' ? this.findOrIssuePageToken(token, page) : undefined }),
    )
    return paginate(shown, call.params)
  }

  protected signedIn({ token }: GraphCall, scope?: string): Token {
    const known = this.tokens.get(token)
    if (!known) throw new GraphRefusal(190, 'Error validating access token: The session is invalid.', { subcode: 467 })
    if (scope && !known.scopes.includes(scope))
      throw new GraphRefusal(200, `(#200) Requires ${scope} permission to manage the object.`, { status: 403 })
    return known
  }

  /** Returns the page of the token, which must be the page in the path. */
  protected asPage(call: GraphCall, pageId: string | undefined, scope: string): FakePage {
    const { page } = this.signedIn(call, scope)
    if (!page) throw new GraphRefusal(210, '(#210) A page access token is required to request this resource.')
    if (pageId !== undefined && page.id !== pageId)
      throw new GraphRefusal(200, '(#200) The user has no permission on this page', { status: 403 })
    return page
  }
}
