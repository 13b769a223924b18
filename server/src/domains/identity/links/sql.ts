import type { Db } from '../../../kit/postgres/db.ts'

export interface LinkRow {
  kind: 'set_up' | 'invitation' | 'magic' | 'reset'
  user_id: string | null
  workspace_id: string | null
  invitation_id: string | null
  /** True when it was sent to the address of the user or invitee; false when it was shown, to be handed over. */
  is_mailed: boolean
  created_at: Date
  expires_at: Date
}

export async function insertLink(db: Db, link: LinkRow & { hash: Uint8Array }): Promise<void> {
  await db`insert into link_tokens ${db(link)}`
}

/** Finds a link that can still be used. */
export async function findLink(db: Db, hash: Uint8Array, now: Date): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow[]>`
    select * from link_tokens where hash = ${hash} and used_at is null and expires_at > ${now}`
  return row
}

/** Claims a link: of two concurrent calls, only one gets it. */
export async function claimLink(db: Db, hash: Uint8Array, now: Date): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow[]>`
    update link_tokens set used_at = ${now} where hash = ${hash} and used_at is null and expires_at > ${now} returning *`
  return row
}

export async function updateLinksUsed(db: Db, userId: string, now: Date): Promise<void> {
  await db`update link_tokens set used_at = ${now} where user_id = ${userId} and used_at is null`
}

export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await db`delete from link_tokens where expires_at < ${before}`
}
