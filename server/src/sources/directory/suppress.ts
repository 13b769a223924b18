import { type Db, transaction } from '../../kit/db.ts'
import type { SuppressionKind } from './contract.ts'
import { emailHash } from './identity.ts'
import { emailMark, markOf, marksOf, personMark } from './marks.ts'
import { insertChange, insertPast } from './sql/changes.ts'
import { deletePeople, listIdsByMark, lockPeople } from './sql/people.ts'
import * as sql from './sql/suppressions.ts'

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
 * Leaves somebody out from now on; what was there already is answered. Everywhere means that the people go too: the mark
 * alone stays, so that no import brings them back.
 */
export async function suppress(db: Db, workspaceId: string, wanted: NewSuppression): Promise<sql.SuppressionRow> {
  const { id, kind, value, reason, now } = wanted
  const mark = markOf(kind, value)
  if (mark === undefined) throw new RangeError(`${kind} cannot be ${JSON.stringify(value)}`)
  return transaction(db, async (tx) => {
    const changeId = await insertChange(tx, now)
    const kept = workspaceId === EVERYWHERE && kind === 'email' ? hashed(value) : { kind, value: value.trim() }
    const row = { workspace_id: workspaceId, id, ...kept, mark, reason, created_at: now, added_in: changeId }
    const made = await sql.insertSuppression(tx, row)
    if (workspaceId === EVERYWHERE) await removePeople(tx, changeId, mark)
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
  const left = await sql.listLeftOutMarks(db, workspaceId, {
    marks: [...new Set(marks.flat())],
    emailMarks: [...new Set(subjects.flatMap(({ email }) => (email ? [emailMark(lower(email))] : [])))],
    personIds: [...new Set(subjects.flatMap(({ personId }) => personId ?? []))],
  })
  return subjects.filter((_, n) => marks[n]?.some((mark) => left.has(mark)))
}

function marksOfSubject({ email, domain, personId }: Subject): string[] {
  const marks = marksOf({ email: email ? lower(email) : null, domain: domain ? lower(domain) : null })
  return personId ? [...marks, personMark(personId)] : marks
}

function lower(text: string): string {
  return text.trim().toLowerCase()
}

function hashed(email: string): { kind: SuppressionKind; value: string } {
  return { kind: 'email_sha256', value: emailHash(lower(email)) }
}

async function removePeople(tx: Db, changeId: number, mark: string): Promise<void> {
  const ids = await listIdsByMark(tx, mark)
  await lockPeople(tx, ids)
  await insertPast(tx, changeId, ids)
  await deletePeople(tx, ids)
}
