import { FakeFacebookLogin } from './facebook-login-fake.ts'
import { type Any, type GraphCall, GraphRefusal, nonce, ok } from './graph-fake.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

export interface FakeAccount {
  readonly id: string
  readonly username: string
  readonly name: string
  accountType: string
  followers: number
}

interface InstagramToken {
  readonly account: FakeAccount
  readonly scopes: readonly string[]
  readonly issuedAt: number
  readonly isLong: boolean
}

const DAY_MS = 86_400_000
const LONG_SECONDS = 5_184_000

/** Both sign-ins: at Instagram, and at Facebook for accounts that belong to a page. Facebook's addresses start with `/fb`. */
export abstract class FakeInstagramLogin extends FakeFacebookLogin {
  readonly instagramApp = { id: '55501', secret: 'instagram-app-secret-of-the-tests' }
  readonly accounts = new Map<string, FakeAccount>()
  readonly instagramTokens = new Map<string, InstagramToken>()
  private readonly instagramCodes = new Map<string, Any>()
  /** Added to the age of tokens. */
  tokenAgeMs = 0

  createAccount(username: string): FakeAccount {
    const account = { id: `178${this.nextId()}`, username, name: `${username}!`, accountType: 'BUSINESS', followers: 8 }
    this.accounts.set(account.id, account)
    return account
  }

  /** Allows the app at Instagram; returns the redirect back to the server. */
  approveAtInstagram(address: string, account: FakeAccount): URL {
    const { searchParams: query, href } = new URL(address)
    const back = query.get('redirect_uri') ?? ''
    const isRight =
      href.startsWith('https://www.instagram.com/oauth/authorize?') &&
      query.get('client_id') === this.instagramApp.id &&
      query.get('response_type') === 'code' &&
      URL.canParse(back)
    if (!isRight) throw new Error(`Instagram shows an error instead of the dialog: ${address}`)
    const code = nonce()
    this.instagramCodes.set(code, { back, account, scopes: (query.get('scope') ?? '').split(',') })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  protected override needsProof({ path }: ReceivedRequest): boolean {
    return path.startsWith('/fb')
  }

  protected exchangeAtInstagram({ params }: GraphCall): FakeReply {
    const { client_id, client_secret, grant_type, redirect_uri, code } = params
    const grant = this.instagramCodes.get(code)
    const isApp = client_id === this.instagramApp.id && client_secret === this.instagramApp.secret
    if (!isApp || grant_type !== 'authorization_code' || grant?.back !== redirect_uri) {
      const error_message = this.echoes ? JSON.stringify(params) : 'Matching code was not found or was already used'
      return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message } }
    }
    this.instagramCodes.delete(code)
    const { account, scopes } = grant
    const access_token = this.issueInstagram({ account, scopes, issuedAt: Date.now(), isLong: false })
    return ok({ access_token, user_id: Number(account.id), permissions: scopes })
  }

  private issueInstagram(token: InstagramToken): string {
    const text = `IGAA${nonce()}`
    this.instagramTokens.set(text, token)
    return text
  }

  protected makeLong({ params }: GraphCall): FakeReply {
    const { grant_type, client_secret, access_token } = params
    const short = this.instagramTokens.get(access_token)
    if (grant_type !== 'ig_exchange_token' || client_secret !== this.instagramApp.secret || !short || short.isLong)
      throw new GraphRefusal(190, 'Invalid OAuth access token')
    return ok({
      access_token: this.issueInstagram({ ...short, isLong: true }),
      token_type: 'bearer',
      expires_in: LONG_SECONDS,
    })
  }

  protected extend({ params }: GraphCall): FakeReply {
    const known = this.instagramTokens.get(params['access_token'])
    if (params['grant_type'] !== 'ig_refresh_token' || !known?.isLong)
      throw new GraphRefusal(190, 'Error validating access token: Session has expired', { subcode: 463 })
    if (Date.now() - known.issuedAt + this.tokenAgeMs < DAY_MS)
      throw new GraphRefusal(100, 'The token must be at least 24 hours old')
    const access_token = this.issueInstagram({ ...known, issuedAt: Date.now() })
    return ok({ access_token, token_type: 'bearer', expires_in: LONG_SECONDS })
  }

  /** Returns the account of the token, or of the page's token. `scope` is the end of its name, which differs between the sign-ins. */
  protected actAs(call: GraphCall, scope: string): FakeAccount {
    if (call.request.path.startsWith('/fb')) {
      const { page } = this.signedIn(call, `instagram_${scope}`)
      const account = this.accounts.get(page?.instagram?.id ?? '')
      if (!account) throw new GraphRefusal(210, '(#210) A page access token is required to request this resource.')
      return account
    }
    const known = this.instagramTokens.get(call.token)
    if (!known) throw new GraphRefusal(190, 'Error validating access token', { subcode: 460, status: 401 })
    if (!known.scopes.includes(`instagram_business_${scope}`))
      throw new GraphRefusal(10, '(#10) Application does not have permission for this action', { status: 403 })
    return known.account
  }
}
