import type { Item } from '../../../api/client.ts'

export type Job = Item<'bulk_jobs.list'>

export const STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceling',
  'canceled',
] as const satisfies readonly Job['status'][]

export function isStatus(text: string): text is Job['status'] {
  return (STATUSES as readonly string[]).includes(text)
}

export function isUnfinished({ finished_at }: Pick<Job, 'finished_at'>): boolean {
  return finished_at === null
}

/** Bulk jobs are recognized by the prefix of their ID. */
export function isBulk(id: string): boolean {
  return id.startsWith('bulk_')
}
