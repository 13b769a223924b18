import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { KnownError } from '../api/known-errors.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import {
  authorizeUrl,
  exchangeCode,
  type OAuth2,
  readScopes,
  readTokens,
  refreshTokens,
  revokeToken,
} from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { buildListingSchema, listPages, request, withUserAgent } from './client.ts'
import { createError } from './errors.ts'
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
  // Reddit issues a refresh token only for this duration.
  authorizeParams: { duration: 'permanent' },
}

type Me = Static<typeof Me>
const Me = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  icon_img: Type.Optional(Type.Unknown()),
  is_suspended: Maybe(Type.Boolean()),
  subreddit: Maybe(Type.Object({ display_name: Maybe(Type.String()) })),
})

type Subreddit = Static<typeof Subreddit>
const Subreddit = Type.Object({
  display_name: Type.String({ minLength: 1 }),
  title: Maybe(Type.String()),
  subreddit_type: Maybe(Type.String()),
  submission_type: Maybe(Type.String()),
  allow_images: Maybe(Type.Boolean()),
  over18: Maybe(Type.Boolean()),
  user_is_banned: Maybe(Type.Boolean()),
  user_is_contributor: Maybe(Type.Boolean()),
  user_is_moderator: Maybe(Type.Boolean()),
})

const SubredditListing = buildListingSchema(Subreddit)

export const auth: Auth = {
  oauth: {
    authorize: async (call, authorization) => ({ url: authorizeUrl(oauth, call, authorization) }),
    async exchange(call, authorization) {
      const token = await exchangeCode(oauth, withUserAgent(call), authorization)
      const tokens = readTokens(token, call.now())
      const unknown = { externalId: '', displayName: null, username: null, avatarUrl: null }
      const me = await readMe({ ...call, tokens, identity: unknown })
      const scopes = readScopes(token)
      return { identity: readIdentity(me), tokens, scopes }
    },
  },
  refresh: {
    aheadSeconds: 300,
    async renew(call) {
      try {
        return readTokens(await refreshTokens(oauth, withUserAgent(call, call.identity.username)), call.now())
      } catch (error) {
        throw toRefreshError(error)
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

const SIGN_IN_ENDED: KnownError = {
  kind: 'auth',
  rule: 'oauth.invalid_grant',
  message: 'Reddit no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
}

/** Recognizes a withdrawn refresh token, which Reddit refuses with 400 and without a code of RFC 6749. */
function toRefreshError(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.rule || error.platformResponse?.status !== 400) return error
  return createError(SIGN_IN_ENDED, { status: 400, message: error.platformResponse.message ?? '' })
}

function readMe(call: GrantCall): Promise<Me> {
  return request(call, 'GET', `/api/${API_VERSION}/me`, { schema: Me })
}

/** Lists the account's own profile and the subreddits that it has joined. */
async function listSubreddits(call: GrantCall, { name, subreddit }: Me): Promise<FoundEntity[]> {
  const own = { display_name: subreddit?.display_name ?? `u_${name}`, title: name, subreddit_type: 'public' }
  const found = [readSubreddit(own, 'profile')]
  const pages = { schema: SubredditListing, params: { limit: 100 }, pagesMax: PAGES_MAX }
  for await (const { things } of listPages(call, '/subreddits/mine/subscriber', pages))
    for (const { data } of things) if (data.subreddit_type !== 'user') found.push(readSubreddit(data, 'subreddit'))
  return found
}

function readSubreddit(subreddit: Subreddit, kind: 'profile' | 'subreddit'): FoundEntity {
  const { display_name: name, title, submission_type, allow_images, over18 } = subreddit
  const reason = explainNoPosting(subreddit)
  const grants = (['contributor', 'moderator'] as const).filter((role) => subreddit[`user_is_${role}`])
  return {
    kind,
    externalId: name,
    name: kind === 'profile' ? name.replace(/^u_/, 'u/') : `r/${name}`,
    parentExternalId: null,
    metadata: {
      title: title ?? null,
      submission_type: submission_type ?? 'any',
      allow_images: allow_images !== false,
      over_18: over18 === true,
    },
    grants,
    selectable: reason === null,
    unselectableReason: reason,
  }
}

/** Returns why the account cannot post in the subreddit; null when it can. */
function explainNoPosting(subreddit: Subreddit): string | null {
  const { subreddit_type, user_is_banned, user_is_contributor, user_is_moderator } = subreddit
  if (user_is_banned) return 'The account is banned from this subreddit.'
  if (subreddit_type === 'archived') return 'This subreddit is archived.'
  const isOpen = ['public', 'gold_only', 'employees_only'].includes(subreddit_type ?? '')
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

function readIdentity({ id, name, icon_img }: Me): Identity {
  return {
    externalId: `t2_${id}`,
    displayName: name,
    username: name,
    avatarUrl: typeof icon_img === 'string' && icon_img ? (icon_img.split('?')[0] ?? null) : null,
  }
}
