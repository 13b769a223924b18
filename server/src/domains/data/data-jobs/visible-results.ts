import type { Db } from '../../../kit/postgres/db.ts'
import type { Subject } from '../../../kit/sources.ts'
import type { Company, Person } from '../../../sources/directory/contract.ts'
import { listInvisibleIds } from '../../../sources/directory/search/find-people.ts'
import { listSuppressedSubjects } from '../../../sources/directory/suppress/subject.ts'
import { singleOf } from './contract/actions.ts'
import type { JobRow } from './sql/jobs.ts'
import type { ResultRow } from './sql/results.ts'

/** A result as it may be shown now. */
export type ShownResult = Omit<ResultRow, 'status'> & { status: ResultRow['status'] | 'withheld' }

/** Who asked to be left out after the job ran, or whom the directory has let go, is not shown any more. */
export async function withoutLeftOut(
  db: Db,
  { action, workspace_id: workspaceId }: Pick<JobRow, 'action' | 'workspace_id'>,
  results: readonly ResultRow[],
): Promise<ShownResult[]> {
  const about = results.flatMap((row) =>
    row.status === 'found'
      ? [row.data].flat().map((datum) => ({ ...subjectOf(action, datum), keys: row.marks, datum }))
      : [],
  )
  if (about.length === 0) return [...results]
  const gone = await listInvisibleIds(
    db,
    workspaceId,
    about.flatMap(({ personId }) => personId ?? []),
  )
  const left = new Set((await listSuppressedSubjects(db, workspaceId, about)).map(({ datum }) => datum))
  for (const { personId, datum } of about) if (personId && gone.has(personId)) left.add(datum)
  return left.size === 0 ? [...results] : results.map((row) => without(row, left))
}

function without(row: ResultRow, left: ReadonlySet<unknown>): ShownResult {
  const data = Array.isArray(row.data) ? row.data.filter((datum) => !left.has(datum)) : row.data
  const isWithheld = left.has(row.data) || (Array.isArray(data) && data.length === 0)
  return isWithheld ? { ...row, status: 'withheld', data: null } : { ...row, data }
}

function subjectOf(action: string, datum: unknown): Subject {
  const single = singleOf(action)
  if (single) return { ...single.answerSubject(datum), ...(hasEmail(datum) && { email: datum.email }) }
  if (action === 'search/companies') return { domain: (datum as Company).domain }
  const { id, company } = datum as Person
  return { personId: id, domain: company?.domain ?? null }
}

function hasEmail(datum: unknown): datum is { email: string } {
  return typeof (datum as { email?: unknown }).email === 'string'
}
