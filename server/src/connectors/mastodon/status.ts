import type { Person } from '../inbox.ts'
import type { Session } from '../session.ts'
import { plainText } from './html.ts'
import { ask, type Body, doorOf } from './instance.ts'

export const PAGE = 40
/** By how much the server's clock may be behind ours. */
export const SKEW_MS = 5 * 60_000

export const at = (id: string) => `/api/v1/statuses/${encodeURIComponent(id)}`

export function accountId({ identity }: Session): string {
  return String(identity.externalId.split('@')[0])
}

export function isOwn(session: Session, { account }: Body): boolean {
  return String(account.id) === accountId(session)
}

/** Newest first. Of the account itself it lists what only they may see, too. */
export function listOwn(session: Session, query: Record<string, string | number | boolean>): Promise<Body[]> {
  const id = encodeURIComponent(accountId(session))
  return ask(doorOf(session), 'GET', `/api/v1/accounts/${id}/statuses`, { query })
}

/** Whoever is told of something mentions the account: oldest first from the cursor on, the newest page without one. */
export async function listMentions(session: Session, cursor: string | null) {
  const told: Body[] = await ask(doorOf(session), 'GET', '/api/v1/notifications', {
    query: { types: ['mention'], limit: PAGE, ...(cursor !== null && { min_id: cursor }) },
  })
  const statuses: Body[] = told.toReversed().flatMap(({ status }) => status ?? [])
  return {
    statuses,
    // Where there was nothing at first, everything is new from then on.
    cursor: (told[0]?.id as string | undefined) ?? (cursor === null ? '0' : null),
    // The first time there is only one page: what is older is not news.
    hasMore: cursor !== null && told.length === PAGE,
  }
}

/** What its author typed, which the server tells only its author. */
export async function readSource(session: Session, id: string): Promise<string> {
  const { text } = await ask(doorOf(session), 'GET', `${at(id)}/source`)
  return String(text).trim()
}

export function readPerson({ id, display_name, acct, avatar }: Body): Person {
  return { externalId: String(id), name: display_name || null, username: acct, avatarUrl: avatar ?? null }
}

/** An answer begins with the names of those it answers: that is how it reaches them, and nothing they were told. */
export function textOf({ content, mentions }: Body): string {
  const text = plainText(content ?? '')
  const names = new Set((mentions ?? []).map(({ username }: Body) => `@${String(username).toLowerCase()}`))
  const words = text.split(' ')
  const first = words.findIndex((word) => !names.has(word.split('@').slice(0, 2).join('@').toLowerCase()))
  return first === -1 ? text : words.slice(first).join(' ')
}

/** Nobody is told of what does not name them. */
export function addressedTo(acct: string, body: string): string {
  const name = `@${acct}`
  return body.toLowerCase().includes(name.toLowerCase()) ? body : `${name} ${body}`
}
