import type { Job } from './contract/job.ts'
import type { JobRow } from './sql/jobs.ts'

export function isFinished({ finished_at }: Pick<JobRow, 'finished_at'>): boolean {
  return finished_at !== null
}

export function presentJob(row: JobRow): Job {
  const rest = row.reserved - row.charged
  return {
    id: row.id,
    kind: row.kind,
    action: row.action,
    status: row.status,
    progress: { done: row.done, total: row.total, found: row.found, failed: row.failed },
    credits: { held: isFinished(row) ? 0 : rest, charged: row.charged, released: isFinished(row) ? rest : 0 },
    price_book: row.price_book,
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
