import type { Context } from '../../../../kit/context.ts'
import { SEARCH_COMPANIES } from '../../../../sources/actions.ts'
import { findCompanies, findPeople } from '../../lookups/search.ts'
import type { JobRow } from '../sql/jobs.ts'

export interface JobPage {
  readonly items: readonly { readonly id: string }[]
  readonly nextCursor: string | null
}

/** Finds a page of the job's search. The job charges what it stores; the search charges nothing. */
export async function findPage(
  ctx: Context,
  job: JobRow,
  { query, limit, cursor }: { query: string; limit: number; cursor: string | null },
): Promise<JobPage> {
  const { limit: _, ...filters } = job.filters ?? {}
  const request = { query, filters, limit, cursor }
  const call = { workspaceId: job.workspace_id, keyId: job.key_id, requestId: job.request_id }
  if (job.action === SEARCH_COMPANIES) {
    const { companies, nextCursor } = await findCompanies(ctx, call, request)
    return { items: companies, nextCursor }
  }
  const { people, nextCursor } = await findPeople(ctx, call, { ...request, track_delta: false }, { isOnce: true })
  return { items: people, nextCursor }
}
