import type { Db } from '../../../kit/postgres/db.ts'
import type { Subject } from '../../../kit/sources.ts'
import { listSuppressedPeopleKeys } from '../sql/suppressions.ts'
import { contactKeys, personKey } from './keys.ts'

/** Checked before anything about the subject is answered or charged. */
export async function isSubjectSuppressed(db: Db, workspaceId: string, subject: Subject): Promise<boolean> {
  const [only] = await listSuppressedSubjects(db, workspaceId, [subject])
  return only !== undefined
}

/** Those of the subjects that are suppressed: by what is known of them here, or by what the directory knows of them. */
export async function listSuppressedSubjects<S extends Subject>(
  db: Db,
  workspaceId: string,
  subjects: readonly S[],
): Promise<S[]> {
  const keys = subjects.map(subjectKeys)
  const suppressed = await listSuppressedPeopleKeys(db, workspaceId, [...new Set(keys.flat())])
  return subjects.filter((_, n) => keys[n]?.some((key) => suppressed.has(key)))
}

/** Every suppression key of a subject. */
export function subjectKeys({ email, domain, personId, keys }: Subject): string[] {
  const contact = contactKeys({
    email: email ? email.trim().toLowerCase() : null,
    domain: domain ? domain.trim().toLowerCase() : null,
  })
  return [...contact, ...(personId ? [personKey(personId)] : []), ...(keys ?? [])]
}
