import { findWorkflow } from '../contract/actions.ts'
import type { JobRun } from './job-run.ts'
import { findPage, type JobPage } from './search-page.ts'
import { storePage, storePeople } from './store.ts'

const PAGE_ROWS = 250
/** The cursor at the end of the search. */
const END = ''

/**
 * Reads and stores pages of the job's search; returns false at its end. While a page is stored, the next one is read (0041). A
 * workflow stores one page and looks up its people before the next is read.
 */
export async function readNextPages(run: JobRun, isStopped: () => boolean): Promise<boolean> {
  const isWorkflow = findWorkflow(run.job.action) !== undefined
  const left = () => (run.job.search_limit ?? 0) - (isWorkflow ? run.job.taken : run.job.done)
  const read = (cursor: string | null, rows: number) =>
    findPage(run.ctx, run.job, { query: '', limit: Math.min(PAGE_ROWS, rows), cursor })
  let ahead: Promise<JobPage> | undefined
  for (let isFirst = true; isFirst || !(isWorkflow || isStopped()); isFirst = false) {
    const { search_cursor: cursor } = run.job
    if (left() <= 0 || cursor === END) return false
    const { items, nextCursor } = await (ahead ?? read(cursor, left()))
    const rest = left() - items.length
    ahead = nextCursor !== null && rest > 0 && !isWorkflow ? read(nextCursor, rest) : undefined
    // Its failure is thrown when it is awaited, unless storing fails first.
    ahead?.catch(() => {})
    const store = isWorkflow ? storePeople : storePage
    await store(run, items, { cursor: nextCursor ?? END, limit: left() })
  }
  return true
}
