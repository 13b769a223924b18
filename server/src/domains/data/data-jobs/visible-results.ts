import type { Db } from '../../../kit/postgres/db.ts'
import type { Subject } from '../../../kit/sources.ts'
import type { FoundEmail, VerifiedEmail } from '../../../sources/actions.ts'
import type { Company, Person } from '../../../sources/directory/contract.ts'
import { listInvisibleIds } from '../../../sources/directory/search/find-people.ts'
import { listSuppressedSubjects } from '../../../sources/directory/suppress/subject.ts'
import type { AgreedPerson } from '../lookups/contract/consensus.ts'
import { findSingleAction, findWorkflow } from './contract/actions.ts'
import type { JobRow } from './sql/jobs.ts'
import type { ResultRow } from './sql/results.ts'

/** A result as it can be shown now. */
export type VisibleResult = Omit<ResultRow, 'status'> & { status: ResultRow['status'] | 'withheld' }

/** Withholds people who were suppressed, or deleted from the directory, after the job ran. */
export async function withholdSuppressed(
  db: Db,
  { action, workspace_id: workspaceId }: Pick<JobRow, 'action' | 'workspace_id'>,
  results: readonly ResultRow[],
): Promise<VisibleResult[]> {
  const subjects = results.flatMap((row) =>
    row.status === 'found'
      ? [row.data].flat().map((datum) => ({ ...readSubject(action, datum), keys: row.marks, datum }))
      : [],
  )
  if (subjects.length === 0) return [...results]
  const ids = subjects.flatMap(({ personId }) => personId ?? [])
  const invisible = await listInvisibleIds(db, workspaceId, ids)
  const withheld = new Set((await listSuppressedSubjects(db, workspaceId, subjects)).map(({ datum }) => datum))
  for (const { personId, datum } of subjects) if (personId && invisible.has(personId)) withheld.add(datum)
  return withheld.size === 0 ? [...results] : results.map((row) => withhold(row, withheld))
}

function withhold(row: ResultRow, withheld: ReadonlySet<unknown>): VisibleResult {
  const data = Array.isArray(row.data) ? row.data.filter((datum) => !withheld.has(datum)) : row.data
  const isWithheld = withheld.has(row.data) || (Array.isArray(data) && data.length === 0)
  return isWithheld ? { ...row, status: 'withheld', data: null } : { ...row, data }
}

function readSubject(action: string, datum: unknown): Subject {
  const single = findSingleAction(action)
  if (single) return { ...single.answerSubject(datum), ...(hasEmail(datum) && { email: datum.email }) }
  if (action === 'search/companies') return { domain: (datum as Company).domain }
  if (findWorkflow(action)) return toRowSubject(datum as WorkflowDatum)
  return toPersonSubject(action === 'consensus' ? (datum as AgreedPerson).person : (datum as Person))
}

function toPersonSubject({ id, company }: Person): Subject {
  return { personId: id, domain: company?.domain ?? null }
}

interface WorkflowDatum {
  readonly person?: Person | null
  readonly email?: FoundEmail | null
  readonly verification?: VerifiedEmail | null
}

function toRowSubject({ person, email, verification }: WorkflowDatum): Subject {
  const address = email?.email ?? verification?.email
  return { ...(person && toPersonSubject(person)), ...(address !== undefined && { email: address }) }
}

function hasEmail(datum: unknown): datum is { email: string } {
  return typeof (datum as { email?: unknown }).email === 'string'
}
