import type { Person } from '../inbox.ts'
import type { Body, Graph } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Session } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, instagram } from './platform.ts'

export type Login = 'instagram' | 'facebook'

const at = { platform: instagram, version: API_VERSION, errors }

/** Instagram's own API, for accounts that signed in at Instagram. It takes no proof of the app's secret. */
export function instagramGraph(call: Call, token?: string): Graph {
  const origin = 'https://graph.instagram.com'
  return { ...at, call: { ...call, app: {} }, origin, ...(token !== undefined && { token }) }
}

/** Facebook's API, for accounts that belong to a page. Its app is the one of Facebook Login. */
export function facebookGraph(call: Call, token?: string): Graph {
  const origin = 'https://graph.facebook.com'
  return { ...at, call: metaCall(call), origin, ...(token !== undefined && { token }) }
}

export function metaCall<C extends Call>(call: C): C {
  const { meta_client_id: id, meta_client_secret: secret } = call.app
  return { ...call, app: { client_id: id, client_secret: secret } }
}

export function readLogin({ tokens }: GrantCall): Login {
  return tokens.extra?.['login'] === 'facebook' ? 'facebook' : 'instagram'
}

export function createAccountGraph(session: Session): Graph {
  if (readLogin(session) === 'instagram') return instagramGraph(session, session.tokens.access)
  const { secret } = session.entity
  if (secret === undefined)
    throw new PlatformError('invalid', 'The token of the page is missing.', {
      rule: 'instagram.page.token_missing',
      remediation: "Refresh the account's entities, or connect the account again.",
    })
  return facebookGraph(session, secret)
}

export const getAccountId = ({ entity }: Session) => entity.externalId

/** Messages of an account that belongs to a page are the page's. */
export const getMessagesOwnerId = (session: Session) =>
  readLogin(session) === 'facebook' ? (session.entity.parentExternalId ?? '') : getAccountId(session)

/** The account has several ids, but one name. */
export function isOwn(session: Session, from: Body): boolean {
  const name = session.entity.metadata['username']
  return String(from?.id) === getAccountId(session) || (typeof name === 'string' && from?.username === name)
}

export function readPerson(from: Body): Person {
  return {
    externalId: from?.id === undefined ? '' : String(from.id),
    name: from?.name ?? null,
    username: from?.username ?? null,
    avatarUrl: null,
  }
}
