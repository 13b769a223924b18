import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { Auth, ExchangeRequest, FoundEntity, Grant } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { buildEdgeSchema, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, getLongLivedToken, readGrantedScopes } from '../meta/login.ts'
import { readPages } from '../meta/pages.ts'
import { authorizeUrl } from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity } from '../session.ts'
import {
  createAccountGraph,
  createFacebookGraph,
  createInstagramGraph,
  getAccountId,
  type Login,
  readLogin,
  withMetaApp,
} from './account.ts'
import { extendToken, instagramLogin, signInAtInstagram } from './login.ts'
import { API_VERSION } from './platform.ts'

type Profile = Static<typeof Profile>
const Profile = Type.Object({
  user_id: Id,
  username: Maybe(Type.String()),
  name: Maybe(Type.String()),
  account_type: Maybe(Type.String()),
  profile_picture_url: Maybe(Type.String()),
})

type Page = Static<typeof Page>
const Page = Type.Object({
  id: Id,
  access_token: Maybe(Type.String()),
  tasks: Maybe(Type.Array(Type.String())),
  instagram_business_account: Maybe(
    Type.Object({ id: Id, username: Maybe(Type.String()), name: Maybe(Type.String()) }),
  ),
})

const PageEdge = buildEdgeSchema(Page)
const Me = Type.Object({ id: Id, name: Maybe(Type.String()) })

const DAY_SECONDS = 86_400
const PROFILE = 'user_id,username,name,account_type,profile_picture_url'
const PAGE_FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username,name}'

/** Our scopes by their names of Facebook Login; the last ones only find the account. */
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
    async authorize(call, signIn) {
      const login = chooseLogin(call, signIn.options['login'] as Login | undefined)
      if (login === 'instagram') return { url: authorizeUrl(instagramLogin, call, signIn), handshake: { login } }
      const withScopes = { ...signIn, scopes: Object.keys(FACEBOOK_SCOPES) }
      return { url: facebookLoginUrl(API_VERSION, withMetaApp(call), withScopes), handshake: { login } }
    },
    async exchange(call, redirect) {
      const { login } = redirect.handshake as { login: Login }
      if (login === 'facebook') return signInAtFacebook(call, redirect)
      const { tokens, scopes } = await signInAtInstagram(call, redirect)
      return { identity: readIdentity(await readProfile(call, tokens.access)), tokens, scopes }
    },
  },
  /** Tokens of Facebook Login have no end, so they are never due. */
  refresh: {
    // A token lasts sixty days, and is extended a week after it was issued.
    aheadSeconds: 53 * DAY_SECONDS,
    extendsAccess: true,
    // The token of a page cannot be extended; the next call shows if it still works.
    renew: async (call) => (readLogin(call) === 'instagram' ? extendToken(call, call.tokens) : call.tokens),
  },
  async listEntities(call) {
    if (readLogin(call) === 'instagram') return [readAccount(await readProfile(call, call.tokens.access))]
    const pages = await readPages(createFacebookGraph(call, call.tokens.access), PAGE_FIELDS, PageEdge)
    return pages.flatMap(readPageAccount)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  if (readLogin(session) === 'instagram') {
    const profile = await readProfile(session, session.tokens.access)
    return { issues: [], identity: readIdentity(profile), entities: [readAccount(profile)] }
  }
  const query = { fields: 'id,username' }
  await request(createAccountGraph(session), 'GET', getAccountId(session), { schema: AnyBody, query })
  const { isValid, scopes } = await debugToken(createFacebookGraph(session), session.entity.secret ?? '')
  if (!isValid)
    throw new PlatformError('auth', "Facebook no longer accepts the page's token.", {
      rule: 'instagram.token.invalid',
      remediation: 'Connect the account again.',
    })
  return { issues: [], scopes: toOwnScopes(scopes) }
}

async function signInAtFacebook(call: Call, redirect: ExchangeRequest): Promise<Grant> {
  const app = createFacebookGraph(call)
  const { access } = await getLongLivedToken(app, (await exchangeCode(app, redirect)).access)
  const person = createFacebookGraph(call, access)
  const { id, name } = await request(person, 'GET', 'me', { schema: Me, query: { fields: 'id,name' } })
  return {
    identity: { externalId: String(id), displayName: name ?? null, username: null, avatarUrl: null },
    // This token only lists accounts. The tokens of their pages, made from it, do not expire.
    tokens: { access, expiresAt: null, reauthAt: null, extra: { login: 'facebook' } },
    scopes: toOwnScopes(await readGrantedScopes(person)),
  }
}

function chooseLogin({ app }: Call, requested: Login | undefined): Login {
  const login = requested ?? (app['client_id'] ? 'instagram' : 'facebook')
  const hasApp = login === 'instagram' ? app['client_id'] : app['meta_client_id']
  if (hasApp) return login
  throw new PlatformError('invalid', `This server has no app for the sign-in at ${login}.`, {
    rule: 'instagram.login.unconfigured',
    remediation: 'Leave out the option `login`, or ask the operator to set the app.',
  })
}

function toOwnScopes(granted: readonly string[]): string[] {
  return granted.map((scope) => FACEBOOK_SCOPES[scope] ?? scope)
}

function readProfile(call: Call, token: string): Promise<Profile> {
  return request(createInstagramGraph(call, token), 'GET', 'me', { schema: Profile, query: { fields: PROFILE } })
}

function readIdentity({ user_id, name, username, profile_picture_url }: Profile): Identity {
  return {
    externalId: String(user_id),
    displayName: name || null,
    username: username ?? null,
    avatarUrl: profile_picture_url ?? null,
  }
}

function readAccount({ user_id, username, name, account_type }: Profile): FoundEntity {
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

/** Reads the account of a page; empty for a page without one. */
function readPageAccount({ id, access_token, tasks, instagram_business_account: account }: Page): FoundEntity[] {
  if (!account) return []
  const reason =
    typeof access_token !== 'string'
      ? 'Facebook gives no token for the page of this account.'
      : tasks && !tasks.includes('CREATE_CONTENT')
        ? 'The person may not create content on the page of this account (the task CREATE_CONTENT is missing).'
        : null
  const entity: FoundEntity = {
    kind: 'account',
    externalId: String(account.id),
    name: String(account.username ?? account.name ?? account.id),
    parentExternalId: String(id),
    metadata: { ...(account.username && { username: account.username }) },
    grants: tasks ?? [],
    selectable: reason === null,
    unselectableReason: reason,
    ...(typeof access_token === 'string' && { secret: access_token }),
  }
  return [entity]
}
