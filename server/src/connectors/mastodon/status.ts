import type { Person } from '../inbox.ts'
import type { Session } from '../session.ts'
import { plainText } from './html.ts'
import { type Body, getInstance, isNotOffered, request } from './instance.ts'
import { readPage, type StatusPage } from './status-page.ts'

/** How far the server's clock may be behind ours. */
export const CLOCK_SKEW_MS = 5 * 60_000

export const statusPath = (id: string) => `/api/v1/statuses/${encodeURIComponent(id)}`

export function getAccountId({ identity }: Session): string {
  return String(identity.externalId.split('@')[0])
}

export function isOwn(session: Session, { account }: Body): boolean {
  return String(account?.id) === getAccountId(session)
}

/** The account's own statuses, newest first, including those that only the account may see. */
export function listOwnStatuses(
  session: Session,
  query: Record<string, string | number | boolean>,
): Promise<StatusPage> {
  const id = encodeURIComponent(getAccountId(session))
  return readPage(session, `/api/v1/accounts/${id}/statuses`, { exclude_reblogs: true, ...query })
}

/** As its author typed it. */
export interface StatusSource {
  readonly text: string
  readonly warning: string
}

/** The server shows a source only to the author. Undefined where it shows none. */
export async function findSource(session: Session, id: string): Promise<StatusSource | undefined> {
  try {
    const { text, spoiler_text } = await request(getInstance(session), 'GET', `${statusPath(id)}/source`)
    return typeof text === 'string' ? { text: typed(text), warning: typed(String(spoiler_text ?? '')) } : undefined
  } catch (error) {
    if (isNotOffered(error)) return undefined
    throw error
  }
}

/** Servers remove blank space at both ends. */
export const typed = (text: string) => text.replaceAll('\r\n', '\n').trim()

export function readPerson({ id, display_name, acct, avatar }: Body): Person {
  return { externalId: String(id), name: display_name || null, username: acct, avatarUrl: avatar ?? null }
}

/** The text of a status without the mentions at its start, which only address it. */
export function readStatusText({ content, mentions }: Body): string {
  const text = plainText(content ?? '')
  const names = new Set((mentions ?? []).map(({ username }: Body) => String(username).toLowerCase()))
  const mention = /@(?<name>[^\s@]+)(?:@\S+)?\s+/y
  let start = 0
  for (let found = mention.exec(text); found; found = mention.exec(text)) {
    if (!names.has(String(found.groups?.['name']).toLowerCase())) break
    start = mention.lastIndex
  }
  return text.slice(start)
}
