import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens, revokeToken } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { type Body, read, unwrapListing, withUserAgent } from './client.ts'
import { API_VERSION, reddit } from './platform.ts'

const ORIGIN = 'https://www.reddit.com'
const PAGES_MAX = 5

const oauth: OAuth2 = {
  platform: reddit,
  authorizeUrl: `${ORIGIN}/api/${API_VERSION}/authorize`,
  tokenUrl: `${ORIGIN}/api/${API_VERSION}/access_token`,
  revokeUrl: `${ORIGIN}/api/${API_VERSION}/revoke_token`,
  clientAuth: 'basic',
  usesPkce: false,
  // Without it there is no refresh token.
  authorizeParams: { duration: 'permanent' },
}

export const auth: Auth = {
  oauth: {
    authorize: async (call, request) => ({ url: authorizeUrl(oauth, call, request) }),
    async exchange(call, request) {
      const body = await exchangeCode(oauth, withUserAgent(call), request)
      const tokens = readTokens(body, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const me = await readMe({ ...call, tokens, identity: unknown })
      return { identity: readIdentity(me), tokens, scopes: String(body.scope ?? '').split(/[ ,]+/) }
    },
  },
  refresh: {
    aheadSeconds: 300,
    async renew(call) {
      try {
        return readTokens(await refreshTokens(oauth, withUserAgent(call, call.identity.username)), call.now())
      } catch (error) {
        throw isDead(error) ? withdrawn(error) : error
      }
    },
  },
  async revoke(call) {
    const { refresh, access } = call.tokens
    const kind = refresh === undefined ? 'access_token' : 'refresh_token'
    await revokeToken(oauth, withUserAgent(call, call.identity.username), refresh ?? access, kind)
  },
  listEntities: async (call) => listSubreddits(call, await readMe(call)),
}

/** Reddit answers a withdrawn refresh token with 400 and no code of RFC 6749. */
function isDead(error: unknown): error is PlatformError {
  return (
    error instanceof PlatformError && error.kind === 'invalid' && !error.rule && error.platformResponse?.status === 400
  )
}

const withdrawn = (cause: PlatformError) =>
  new PlatformError('auth', 'Reddit no longer accepts this sign-in.', {
    rule: 'reddit.oauth.invalid_grant',
    remediation: 'Connect the account again.',
    ...(cause.platformResponse && { platformResponse: cause.platformResponse }),
    cause,
  })

async function readMe(call: GrantCall): Promise<Body> {
  const me = await read(call, `/api/${API_VERSION}/me`)
  if (typeof me.name !== 'string') throw new PlatformError('unavailable', 'Reddit did not answer as its API does.')
  return me
}

/** The account's own profile, and the subreddits that it has joined. */
async function listSubreddits(call: GrantCall, me: Body): Promise<FoundEntity[]> {
  const found: Body[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX && (page === 0 || after); page++) {
    const listing: Body = await read(call, '/subreddits/mine/subscriber', { limit: 100, ...(after && { after }) })
    found.push(...unwrapListing(listing))
    after = listing.data?.after ?? null
  }
  const own = {
    display_name: me.subreddit?.display_name ?? `u_${me.name}`,
    title: me.name,
    subreddit_type: 'public',
    allow_images: true,
  }
  return [readSubreddit(own, 'profile'), ...found.filter(isNoProfile).map((one) => readSubreddit(one, 'subreddit'))]
}

const isNoProfile = ({ subreddit_type, display_name }: Body) =>
  subreddit_type !== 'user' && typeof display_name === 'string'

function readSubreddit(subreddit: Body, kind: 'profile' | 'subreddit'): FoundEntity {
  const reason = whyNotPost(subreddit)
  const grants = ['contributor', 'moderator'].filter((role) => subreddit[`user_is_${role}`] === true)
  const name = String(subreddit.display_name)
  return {
    kind,
    externalId: name,
    name: kind === 'profile' ? name.replace(/^u_/, 'u/') : `r/${name}`,
    parentExternalId: null,
    metadata: {
      title: subreddit.title ?? null,
      submission_type: subreddit.submission_type ?? 'any',
      allow_images: subreddit.allow_images !== false,
      over_18: subreddit.over18 === true,
    },
    grants,
    selectable: reason === null,
    unselectableReason: reason,
  }
}

function whyNotPost({ subreddit_type, user_is_banned, user_is_contributor, user_is_moderator }: Body): string | null {
  if (user_is_banned) return 'The account is banned from this subreddit.'
  if (subreddit_type === 'archived') return 'This subreddit is archived.'
  const isOpen = ['public', 'gold_only', 'employees_only'].includes(subreddit_type)
  return isOpen || user_is_contributor || user_is_moderator ? null : 'Only approved people may post in this subreddit.'
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const me = await readMe(session)
  const entities = await listSubreddits(session, me)
  const issues: HealthIssue[] = []
  const add = (code: string, message: string, remediation: string) =>
    issues.push({ code: `reddit_${code}`, message, remediation, severity: 'error' })
  if (me.is_suspended) add('account_suspended', 'Reddit has suspended this account.', 'Appeal on Reddit.')
  const active = entities.find(({ externalId }) => externalId === session.entity.externalId)
  if (!active)
    add('subreddit_left', 'The account has left the subreddit.', 'Join it again on Reddit, or choose another one.')
  else if (active.unselectableReason) add('subreddit_closed', active.unselectableReason, 'Choose another subreddit.')
  return { issues, identity: readIdentity(me), entities }
}

function readIdentity({ id, name, icon_img }: Body): Identity {
  return {
    externalId: `t2_${id}`,
    displayName: name,
    username: name,
    avatarUrl: typeof icon_img === 'string' && icon_img ? (icon_img.split('?')[0] ?? null) : null,
  }
}
