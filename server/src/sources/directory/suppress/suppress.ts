import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { SuppressionKind } from '../contract.ts'
import { emailHash } from '../ids.ts'
import { insertChange, insertHistory } from '../sql/changes.ts'
import { deletePeople, listIdsBySuppressionKey, lockPeople } from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import * as sql from '../sql/suppressions.ts'
import { emailKey, personKey, suppressionKey } from './keys.ts'

/** The workspace id of a suppression for every workspace. */
export const EVERYWHERE = ''

export interface NewSuppression {
  readonly id: string
  readonly kind: SuppressionKind
  readonly value: string
  readonly reason: string | null
  readonly now: Date
}

/**
 * Suppresses an email, a domain or a person from now on. Returns the earlier suppression if there is one. A suppression
 * everywhere also deletes the people. Only keys of them remain: when an email or a person is suppressed, this includes the
 * other keys of the deleted people, so that no import brings them back.
 */
export async function suppress(db: Db, workspaceId: string, wanted: NewSuppression): Promise<sql.SuppressionRow> {
  const { id, kind, value, reason, now } = wanted
  const key = suppressionKey(kind, value)
  if (key === undefined) throw new RangeError(`${kind} cannot be ${JSON.stringify(value)}`)
  return transaction(db, async (tx) => {
    const changeId = await insertChange(tx, now)
    const kept = workspaceId === EVERYWHERE && kind === 'email' ? hashedEmail(value) : { kind, value: value.trim() }
    const common = { workspace_id: workspaceId, reason, created_at: now, added_in: changeId }
    const made = await sql.insertSuppression(tx, { ...common, id, ...kept, mark: key, because_of: null })
    if (workspaceId !== EVERYWHERE) return made
    const known = (await deletePeopleByKey(tx, changeId, key)).flatMap(listPersonKeys)
    const others = kind === 'domain' ? [] : known.filter(({ mark }) => mark !== key)
    const derived = others.map((other, n) => ({ ...common, id: `${id}.${n}`, ...other, because_of: made.id }))
    if (derived.length > 0) await sql.insertDerivedSuppressions(tx, derived)
    return made
  })
}

/** Returns the lifted suppression. People deleted by it come back with the next import that contains them. */
export async function liftSuppression(
  db: Db,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<sql.SuppressionRow | undefined> {
  return transaction(db, async (tx) => {
    const changeId = await insertChange(tx, now)
    return sql.liftSuppression(tx, workspaceId, id, changeId)
  })
}

function hashedEmail(email: string): { kind: SuppressionKind; value: string } {
  return { kind: 'email_sha256', value: emailHash(email.trim().toLowerCase()) }
}

async function deletePeopleByKey(tx: Db, changeId: number, key: string): Promise<PersonRow[]> {
  const ids = await listIdsBySuppressionKey(tx, key)
  const people = await lockPeople(tx, ids)
  await insertHistory(tx, changeId, ids)
  await deletePeople(tx, ids)
  return people
}

function listPersonKeys({ id, email }: PersonRow): { kind: SuppressionKind; value: string; mark: string }[] {
  const own = { kind: 'person', value: id, mark: personKey(id) } as const
  return email === null ? [own] : [own, { ...hashedEmail(email), mark: emailKey(email) }]
}
