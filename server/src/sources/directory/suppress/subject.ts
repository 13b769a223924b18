import type { Db } from '../../../kit/postgres/db.ts'
import type { Subject } from '../../../kit/sources.ts'
import { listSuppressedPeopleKeys } from '../sql/suppressions.ts'
import { contactKeys, personKey } from './keys.ts'

/** Checked before anything about the subject is returned or charged. */
export async function isSubjectSuppressed(db: Db, workspaceId: string, subject: Subject): Promise<boolean> {
  const [only] = await listSuppressedSubjects(db, workspaceId, [subject])
  return only !== undefined
}

/** Lists the suppressed subjects: by their own keys, or by what the directory knows about them. */
export async function listSuppressedSubjects<S extends Subject>(
  db: Db,
  workspaceId: string,
  subjects: readonly S[],
): Promise<S[]> {
  const keys = subjects.map(subjectKeys)
  const suppressed = await listSuppressedPeopleKeys(db, workspaceId, [...new Set(keys.flat())])
  return subjects.filter((_, n) => keys[n]?.some((key) => suppressed.has(key)))
}

/** Returns every suppression key of a subject. */
export function subjectKeys({ email, domain, personId, keys }: Subject): string[] {
  const contact = contactKeys({
    email: email ? email.trim().toLowerCase() : null,
    domain: domain ? domain.trim().toLowerCase() : null,
  })
  return [...contact, ...(personId ? [personKey(personId)] : []), ...(keys ?? [])]
}
