import type { Person } from '../inbox.ts'
import { type Graph, type Sender, toExternalId } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Session } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, instagram } from './platform.ts'

export type Login = 'instagram' | 'facebook'

const api = { platform: instagram, version: API_VERSION, errors }

/** Instagram's own API, for accounts that signed in at Instagram. It accepts no proof of the app's secret. */
export function createInstagramGraph(call: Call, token?: string): Graph {
  const origin = 'https://graph.instagram.com'
  return { ...api, call: { ...call, app: {} }, origin, ...(token !== undefined && { token }) }
}

/** Facebook's API, for accounts that belong to a page. Its app is that of Facebook Login. */
export function createFacebookGraph(call: Call, token?: string): Graph {
  const origin = 'https://graph.facebook.com'
  return { ...api, call: withMetaApp(call), origin, ...(token !== undefined && { token }) }
}

/** The call with the app of Facebook Login. */
export function withMetaApp<C extends Call>(call: C): C {
  const { meta_client_id: id, meta_client_secret: secret } = call.app
  return { ...call, app: { client_id: id, client_secret: secret } }
}

export function readLogin({ tokens }: GrantCall): Login {
  return tokens.extra?.['login'] === 'facebook' ? 'facebook' : 'instagram'
}

export function createAccountGraph(session: Session): Graph {
  if (readLogin(session) === 'instagram') return createInstagramGraph(session, session.tokens.access)
  const { secret } = session.entity
  if (secret === undefined)
    throw new PlatformError('invalid', 'The token of the page is missing.', {
      rule: 'instagram.page.token_missing',
      remediation: "Refresh the account's entities, or connect the account again.",
    })
  return createFacebookGraph(session, secret)
}

export const getAccountId = ({ entity }: Session) => entity.externalId

/** Returns the owner of the messages: the page, for an account that belongs to one. */
export const getMessagesOwnerId = (session: Session) =>
  readLogin(session) === 'facebook' ? (session.entity.parentExternalId ?? '') : getAccountId(session)

/** Recognizes the account also by its name: it has several ids. */
export function isOwn(session: Session, from: Sender | null | undefined): boolean {
  const name = session.entity.metadata['username']
  return toExternalId(from?.id) === getAccountId(session) || (typeof name === 'string' && from?.username === name)
}

export function readPerson(from: Sender | null | undefined): Person {
  return {
    externalId: toExternalId(from?.id) ?? '',
    name: from?.name ?? null,
    username: from?.username ?? null,
    avatarUrl: null,
  }
}
