import { workflowOf } from '../contract/actions.ts'
import type { JobRun } from './job-run.ts'
import { findPage } from './search-page.ts'
import { storePage, storePeople } from './store.ts'

const PAGE_ROWS = 250
/** The cursor at the end of the search. */
const END = ''

/** Reads and stores the next page of the job's search; false at its end. */
export async function readNextPage(run: JobRun): Promise<boolean> {
  const { ctx, job } = run
  const flow = workflowOf(job.action)
  const left = (job.search_limit ?? 0) - (flow ? job.taken : job.done)
  if (left <= 0 || job.search_cursor === END) return false
  const limit = Math.min(PAGE_ROWS, left)
  const { items, nextCursor } = await findPage(ctx, job, { query: '', limit, cursor: job.search_cursor })
  const store = flow ? storePeople : storePage
  await store(run, items, { cursor: nextCursor ?? END, limit: left })
  return true
}
