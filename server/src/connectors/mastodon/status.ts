import type { Person } from '../inbox.ts'
import type { Session } from '../session.ts'
import { plainText } from './html.ts'
import { type Body, instanceOf, request } from './instance.ts'

export const PAGE_SIZE = 40
/** How far the server's clock may be behind ours. */
export const CLOCK_SKEW_MS = 5 * 60_000

export const statusPath = (id: string) => `/api/v1/statuses/${encodeURIComponent(id)}`

export function accountIdOf({ identity }: Session): string {
  return String(identity.externalId.split('@')[0])
}

export function isOwn(session: Session, { account }: Body): boolean {
  return String(account.id) === accountIdOf(session)
}

/** The account's own statuses, newest first, including those that only the account may see. */
export function listOwnStatuses(session: Session, query: Record<string, string | number | boolean>): Promise<Body[]> {
  const id = encodeURIComponent(accountIdOf(session))
  return request(instanceOf(session), 'GET', `/api/v1/accounts/${id}/statuses`, { query })
}

/** Statuses that mention the account: oldest first from the cursor on; without a cursor only the newest page. */
export async function listMentions(session: Session, cursor: string | null) {
  const notifications: Body[] = await request(instanceOf(session), 'GET', '/api/v1/notifications', {
    query: { types: ['mention'], limit: PAGE_SIZE, ...(cursor !== null && { min_id: cursor }) },
  })
  const statuses: Body[] = notifications.toReversed().flatMap(({ status }) => status ?? [])
  return {
    statuses,
    // When the first read finds nothing, every later notification is new.
    cursor: (notifications[0]?.id as string | undefined) ?? (cursor === null ? '0' : null),
    // The first read takes one page: older notifications are not new.
    hasMore: cursor !== null && notifications.length === PAGE_SIZE,
  }
}

/** The text as its author typed it. The server shows it only to the author. */
export async function readSource(session: Session, id: string): Promise<string> {
  const { text } = await request(instanceOf(session), 'GET', `${statusPath(id)}/source`)
  return String(text).trim()
}

export function readPerson({ id, display_name, acct, avatar }: Body): Person {
  return { externalId: String(id), name: display_name || null, username: acct, avatarUrl: avatar ?? null }
}

/** The text of a status without the mentions at its start, which only address it. */
export function plainTextOf({ content, mentions }: Body): string {
  const text = plainText(content ?? '')
  const names = new Set((mentions ?? []).map(({ username }: Body) => `@${String(username).toLowerCase()}`))
  const words = text.split(' ')
  const first = words.findIndex((word) => !names.has(word.split('@').slice(0, 2).join('@').toLowerCase()))
  return first === -1 ? text : words.slice(first).join(' ')
}

/** Mastodon notifies only the accounts that a status mentions. */
export function withMention(acct: string, body: string): string {
  const name = `@${acct}`
  return body.toLowerCase().includes(name.toLowerCase()) ? body : `${name} ${body}`
}
