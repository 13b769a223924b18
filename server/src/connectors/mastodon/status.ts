import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, tryRead } from '../api/response.ts'
import type { Person } from '../inbox.ts'
import type { Session } from '../session.ts'
import { toPlainText } from './html.ts'

/** An account as statuses show it. Names and pictures are only shown: servers may send them in any form. */
export type Account = Static<typeof Account>
export const Account = Type.Object({
  id: Id,
  username: Type.String(),
  acct: Type.String(),
  display_name: Maybe(Type.Unknown()),
  avatar: Maybe(Type.Unknown()),
})

/** A status. Required are the fields that decide who sees it, who wrote it and which status it is. */
export type Status = Static<typeof Status>
export const Status = Type.Object({
  id: Id,
  url: Maybe(Type.Unknown()),
  uri: Maybe(Type.Unknown()),
  created_at: Maybe(Type.String()),
  account: Account,
  visibility: Type.String(),
  content: Maybe(Type.String()),
  sensitive: Maybe(Type.Boolean()),
  language: Maybe(Type.String()),
  in_reply_to_id: Maybe(Id),
  in_reply_to_account_id: Maybe(Id),
  mentions: Maybe(Type.Array(Account)),
  media_attachments: Maybe(
    Type.Array(
      Type.Object({
        id: Id,
        type: Maybe(Type.Unknown()),
        url: Maybe(Type.Unknown()),
        description: Maybe(Type.Unknown()),
      }),
    ),
  ),
  favourites_count: Maybe(Type.Unknown()),
  replies_count: Maybe(Type.Unknown()),
  reblogs_count: Maybe(Type.Unknown()),
  quotes_count: Maybe(Type.Unknown()),
})

const Direct = Type.Object({ visibility: Type.Literal('direct') })

/** Returns true for a status that only the mentioned accounts see, even if the rest of it cannot be read. */
export const isDirect = (status: unknown) => tryRead(Direct, status) !== undefined

export const buildStatusPath = (id: string) => `/api/v1/statuses/${encodeURIComponent(id)}`

/** Returns a text that is only shown; null for anything else. */
export const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export function getAccountId({ identity }: Session): string {
  return String(identity.externalId.split('@')[0])
}

export function isOwn(session: Session, { account }: Pick<Status, 'account'>): boolean {
  return String(account.id) === getAccountId(session)
}

/** Returns the id of the status that this one replies to. */
export function getParentId({ in_reply_to_id: id }: Pick<Status, 'in_reply_to_id'>): string | undefined {
  return id ? String(id) : undefined
}

export function readPerson({ id, display_name, acct, avatar }: Account): Person {
  return { externalId: String(id), name: readText(display_name), username: acct, avatarUrl: readText(avatar) }
}

export function readCreationTime({ created_at }: Status): Date | null {
  const time = Date.parse(created_at ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

/** Returns the text of a status without the mentions at its start, which only address it. */
export function readStatusText({ content, mentions }: Pick<Status, 'content' | 'mentions'>): string {
  const text = toPlainText(content ?? '')
  const names = new Set((mentions ?? []).map(({ username }) => username.toLowerCase()))
  const mention = /@(?<name>[^\s@]+)(?:@\S+)?\s+/y
  let start = 0
  for (let found = mention.exec(text); found; found = mention.exec(text)) {
    if (!names.has(String(found.groups?.['name']).toLowerCase())) break
    start = mention.lastIndex
  }
  return text.slice(start)
}
