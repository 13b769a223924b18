import type { Person } from '../inbox.ts'
import { type Graph, type Sender, toExternalId } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Session } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, facebook } from './platform.ts'

/** The Graph API, with a token, or without one for the app itself. */
export function createGraph(call: Call, token?: string): Graph {
  return {
    call,
    platform: facebook,
    origin: 'https://graph.facebook.com',
    version: API_VERSION,
    errors,
    ...(token !== undefined && { token }),
  }
}

/** The Graph API with the page's own token, which does not expire. */
export function createPageGraph(session: Session): Graph {
  const { secret } = session.entity
  if (secret === undefined)
    throw new PlatformError('invalid', 'The token of the page is missing.', {
      rule: 'facebook.page.token_missing',
      remediation: "Refresh the account's entities, or connect the account again.",
    })
  return createGraph(session, secret)
}

export const getPageId = ({ entity }: Session) => entity.externalId

export const isOwn = (session: Session, from: Sender | null | undefined) =>
  toExternalId(from?.id) === getPageId(session)

/** Reads an author, whom Facebook omits if the person has not allowed the app, or `pages_read_user_content` is missing. */
export function readPerson(from: Sender | null | undefined): Person {
  return { externalId: toExternalId(from?.id) ?? '', name: from?.name ?? null, username: null, avatarUrl: null }
}
