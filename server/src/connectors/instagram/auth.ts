import type { Auth, FoundEntity, Grant } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { type Body, readAll, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, longLived } from '../meta/login.ts'
import { readPages } from '../meta/pages.ts'
import { authorizeUrl } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall } from '../session.ts'
import {
  createAccountGraph,
  facebookGraph,
  getAccountId,
  instagramGraph,
  type Login,
  metaCall,
  readLogin,
} from './account.ts'
import { extendToken, instagramLogin, signInAtInstagram } from './login.ts'
import { API_VERSION } from './platform.ts'

const DAY_SECONDS = 86_400
const PROFILE = 'user_id,username,name,account_type,profile_picture_url'
const PAGE_FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username,name}'

/** What Facebook Login calls our scopes; the last ones only find the account. */
const FACEBOOK_SCOPES: Readonly<Record<string, string>> = {
  instagram_basic: 'instagram_business_basic',
  instagram_content_publish: 'instagram_business_content_publish',
  instagram_manage_comments: 'instagram_business_manage_comments',
  instagram_manage_messages: 'instagram_business_manage_messages',
  instagram_manage_insights: 'instagram_business_manage_insights',
  pages_show_list: 'pages_show_list',
  pages_read_engagement: 'pages_read_engagement',
  pages_manage_metadata: 'pages_manage_metadata',
  business_management: 'business_management',
}

export const auth: Auth = {
  oauth: {
    async authorize(call, asked) {
      const login = chooseLogin(call, asked.options['login'] as Login | undefined)
      if (login === 'instagram') return { url: authorizeUrl(instagramLogin, call, asked), handshake: { login } }
      const withScopes = { ...asked, scopes: Object.keys(FACEBOOK_SCOPES) }
      return { url: facebookLoginUrl(API_VERSION, metaCall(call), withScopes), handshake: { login } }
    },
    async exchange(call, returned): Promise<Grant> {
      const { login } = returned.handshake as { login: Login }
      if (login === 'facebook') {
        const app = facebookGraph(call)
        const { access } = await longLived(app, (await exchangeCode(app, returned)).access)
        const person = facebookGraph(call, access)
        const { id, name } = await request(person, 'GET', 'me', { query: { fields: 'id,name' } })
        const permissions = await readAll(person, 'me/permissions')
        const granted = permissions.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
        return {
          identity: { externalId: String(id), displayName: name ?? null, username: null, avatarUrl: null },
          // It only lists accounts: the tokens of their pages, made from it, do not expire.
          tokens: { access, expiresAt: null, reauthAt: null, extra: { login } },
          scopes: ownScopes(granted),
        }
      }
      const { tokens, scopes } = await signInAtInstagram(call, returned)
      return { identity: readIdentity(await readProfile(call, tokens.access)), tokens, scopes }
    },
  },
  /** Tokens of Facebook Login have no end, so they are never due. */
  refresh: {
    // Of sixty days: a week after it was made, a token is extended.
    aheadSeconds: 53 * DAY_SECONDS,
    extendsAccess: true,
    // A token of a page cannot be extended: whether it still works, the next call shows.
    renew: async (call) => (readLogin(call) === 'instagram' ? extendToken(call, call.tokens) : call.tokens),
  },
  async listEntities(call) {
    if (readLogin(call) === 'instagram') return [readAccount(await readProfile(call, call.tokens.access))]
    const pages = await readPages(facebookGraph(call, call.tokens.access), PAGE_FIELDS)
    return pages.filter((page) => page.instagram_business_account?.id !== undefined).map(readPageAccount)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  if (readLogin(session) === 'instagram') {
    const profile = await readProfile(session, session.tokens.access)
    return { issues: [], identity: readIdentity(profile), entities: [readAccount(profile)] }
  }
  await request(createAccountGraph(session), 'GET', getAccountId(session), { query: { fields: 'id,username' } })
  const { isValid, scopes } = await debugToken(facebookGraph(session), session.entity.secret ?? '')
  if (!isValid)
    throw new PlatformError('auth', "Facebook no longer accepts the page's token.", {
      rule: 'instagram.token.invalid',
      remediation: 'Connect the account again.',
    })
  return { issues: [], scopes: ownScopes(scopes) }
}

function chooseLogin({ app }: Call, wanted: Login | undefined): Login {
  const login = wanted ?? (app['client_id'] ? 'instagram' : 'facebook')
  const hasApp = login === 'instagram' ? app['client_id'] : app['meta_client_id']
  if (hasApp) return login
  throw new PlatformError('invalid', `This server has no app for the sign-in at ${login}.`, {
    rule: 'instagram.login.unconfigured',
    remediation: 'Leave out the option `login`, or ask the operator to set the app.',
  })
}

function ownScopes(granted: readonly string[]): string[] {
  return granted.map((scope) => FACEBOOK_SCOPES[scope] ?? scope)
}

function readProfile(call: Call | GrantCall, token: string): Promise<Body> {
  return request(instagramGraph(call, token), 'GET', 'me', { query: { fields: PROFILE } })
}

function readIdentity({ user_id, name, username, profile_picture_url }: Body) {
  return {
    externalId: String(user_id),
    displayName: name || null,
    username: username ?? null,
    avatarUrl: profile_picture_url ?? null,
  }
}

function readAccount({ user_id, username, name, account_type }: Body): FoundEntity {
  const isPersonal = account_type === 'PERSONAL'
  return {
    kind: 'account',
    externalId: String(user_id),
    name: String(username ?? name ?? user_id),
    parentExternalId: null,
    metadata: { ...(username && { username }), ...(account_type && { account_type }) },
    grants: [],
    selectable: !isPersonal,
    unselectableReason: isPersonal
      ? 'Only business and creator accounts can be used: change it in the Instagram app.'
      : null,
  }
}

function readPageAccount({ id, access_token, tasks, instagram_business_account: account }: Body): FoundEntity {
  const reason =
    typeof access_token !== 'string'
      ? 'Facebook gives no token for the page of this account.'
      : Array.isArray(tasks) && !tasks.includes('CREATE_CONTENT')
        ? 'The person may not create content on the page of this account (the task CREATE_CONTENT is missing).'
        : null
  return {
    kind: 'account',
    externalId: String(account.id),
    name: String(account.username ?? account.name ?? account.id),
    parentExternalId: String(id),
    metadata: { ...(account.username && { username: account.username }) },
    grants: Array.isArray(tasks) ? tasks.map(String) : [],
    selectable: reason === null,
    unselectableReason: reason,
    ...(typeof access_token === 'string' && { secret: access_token }),
  }
}
