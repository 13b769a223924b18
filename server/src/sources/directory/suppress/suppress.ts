import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { SuppressionKind } from '../contract.ts'
import { emailHash } from '../ids.ts'
import { insertChange, insertPast } from '../sql/changes.ts'
import { deletePeople, listIdsByMark, lockPeople } from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import * as sql from '../sql/suppressions.ts'
import { emailMark, markOf, marksOf, personMark } from './keys.ts'

/** What stands for every workspace. */
export const EVERYWHERE = ''

export interface NewSuppression {
  readonly id: string
  readonly kind: SuppressionKind
  readonly value: string
  readonly reason: string | null
  readonly now: Date
}

export type Suppressed = sql.SuppressionRow
export const listSuppressions = sql.listSuppressions

/**
 * Leaves somebody out from now on; what was there already is answered. Everywhere means that the people go too: marks alone
 * stay, of an email or a person also those of what was known of them, so that no import brings them back.
 */
export async function suppress(db: Db, workspaceId: string, wanted: NewSuppression): Promise<sql.SuppressionRow> {
  const { id, kind, value, reason, now } = wanted
  const mark = markOf(kind, value)
  if (mark === undefined) throw new RangeError(`${kind} cannot be ${JSON.stringify(value)}`)
  return transaction(db, async (tx) => {
    const changeId = await insertChange(tx, now)
    const kept = workspaceId === EVERYWHERE && kind === 'email' ? hashed(value) : { kind, value: value.trim() }
    const common = { workspace_id: workspaceId, reason, created_at: now, added_in: changeId }
    const made = await sql.insertSuppression(tx, { ...common, id, ...kept, mark, because_of: null })
    if (workspaceId !== EVERYWHERE) return made
    const known = (await removePeople(tx, changeId, mark)).flatMap(signsOf)
    const others = kind === 'domain' ? [] : known.filter((sign) => sign.mark !== mark)
    const derived = others.map((sign, n) => ({ ...common, id: `${id}.${n}`, ...sign, because_of: made.id }))
    if (derived.length > 0) await sql.insertDerived(tx, derived)
    return made
  })
}

/** Answers what was lifted. Whom it left out everywhere comes back with the next import. */
export async function lift(
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

export interface Subject {
  readonly email?: string | null
  readonly domain?: string | null
  readonly personId?: string | null
  /** With the domain it may name somebody in the directory: see `isNameLeftOut`. */
  readonly fullName?: string | null
  /** What an earlier answer kept of its subject. */
  readonly marks?: readonly string[] | null
}

/** Whether somebody is left out of this workspace's answers: asked before anything about them is answered or charged. */
export async function isSuppressed(db: Db, workspaceId: string, subject: Subject): Promise<boolean> {
  const [only] = await listSuppressed(db, workspaceId, [subject])
  return only !== undefined
}

/** Those of many who are left out, by what is said of them here or by what the directory knows of them. */
export async function listSuppressed<S extends Subject>(
  db: Db,
  workspaceId: string,
  subjects: readonly S[],
): Promise<S[]> {
  const marks = subjects.map(marksOfSubject)
  const left = await sql.listLeftOutMarks(db, workspaceId, [...new Set(marks.flat())])
  return subjects.filter((_, n) => marks[n]?.some((mark) => left.has(mark)))
}

/** By what somebody can ask to be left out. */
export function marksOfSubject({ email, domain, personId, marks }: Subject): string[] {
  const said = marksOf({ email: email ? lower(email) : null, domain: domain ? lower(domain) : null })
  return [...said, ...(personId ? [personMark(personId)] : []), ...(marks ?? [])]
}

function lower(text: string): string {
  return text.trim().toLowerCase()
}

function hashed(email: string): { kind: SuppressionKind; value: string } {
  return { kind: 'email_sha256', value: emailHash(lower(email)) }
}

async function removePeople(tx: Db, changeId: number, mark: string): Promise<PersonRow[]> {
  const ids = await listIdsByMark(tx, mark)
  const people = await lockPeople(tx, ids)
  await insertPast(tx, changeId, ids)
  await deletePeople(tx, ids)
  return people
}

/** By what else a person who is removed would be recognised. */
function signsOf({ id, email }: PersonRow): { kind: SuppressionKind; value: string; mark: string }[] {
  const own = { kind: 'person', value: id, mark: personMark(id) } as const
  return email === null ? [own] : [own, { ...hashed(email), mark: emailMark(email) }]
}
