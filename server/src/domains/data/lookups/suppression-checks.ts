import type { Context } from '../../../kit/context.ts'
import type { Subject } from '../../../kit/sources.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { isNameSuppressed } from '../../../sources/directory/search/find-people.ts'
import { isSubjectSuppressed, listSuppressedSubjects } from '../../../sources/directory/suppress/subject.ts'

/** Returns true when a subject is suppressed, even if only the directory links the name to the suppressed person. */
export async function isSuppressed(ctx: Context, workspaceId: string, subject: Subject): Promise<boolean> {
  if (isEmpty(subject)) return false
  if (await isSubjectSuppressed(ctx.directory, workspaceId, subject)) return true
  const { fullName, domain } = subject
  return fullName && domain ? isNameSuppressed(ctx.directory, workspaceId, { full_name: fullName, domain }) : false
}

/** Checks many subjects without names: returns for each whether it is suppressed. */
export async function areSuppressed(
  ctx: Context,
  workspaceId: string,
  subjects: readonly Subject[],
): Promise<boolean[]> {
  const named = subjects.filter((subject) => !isEmpty(subject))
  const suppressed = new Set(named.length > 0 ? await listSuppressedSubjects(ctx.directory, workspaceId, named) : [])
  return subjects.map((subject) => suppressed.has(subject))
}

export async function withoutSuppressed(
  ctx: Context,
  workspaceId: string,
  people: readonly Person[],
): Promise<Person[]> {
  const subjects = people.map((person) => ({
    personId: person.id,
    domain: person.company?.domain ?? null,
    person,
  }))
  const suppressed = new Set(await listSuppressedSubjects(ctx.directory, workspaceId, subjects))
  return subjects.filter((subject) => !suppressed.has(subject)).map(({ person }) => person)
}

function isEmpty({ email, domain, personId }: Subject): boolean {
  return !email && !domain && !personId
}
