import type { Item } from '../../api/client.ts'
import { formatCount } from '../../components/count.ts'
import { humanizeCode } from '../../components/humanize-code.ts'

export type Post = Item<'posts.list'>
export type Target = Post['targets'][number]
export type Attempt = Item<'posts.attempts'>

export const STATUSES = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
  'unpublished',
] as const satisfies readonly Post['status'][]

/** Formats a metric with its value: `1 like`, `1,200 video views`. */
export function formatMetric(name: string, value: number): string {
  const many = humanizeCode(name).toLowerCase()
  return formatCount(value, many.replace(/ies$/, 'y').replace(/s$/, ''), many)
}

/** Returns true while the post is expected to change within seconds. */
export function isMoving({ status, targets }: Post): boolean {
  return (
    status === 'publishing' ||
    targets.some(
      ({ status: each, first_comment }) =>
        each === 'processing' || (each === 'published' && first_comment?.status === 'pending'),
    )
  )
}

/** Labels of the publishing steps. */
export const PHASES: Readonly<Record<Attempt['phase'], string>> = {
  prepare: 'Prepare text and media',
  publish: 'Create the post on the platform',
  reconcile: 'Look for the post on the platform',
  unpublish: 'Remove the post from the platform',
  first_comment: 'Write the first comment',
}

export const OUTCOMES: Readonly<
  Record<Attempt['outcome'], { word: string; tone: 'good' | 'bad' | 'warn' | 'info' | 'quiet' }>
> = {
  started: { word: 'Running', tone: 'info' },
  succeeded: { word: 'Succeeded', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  unknown: { word: 'No response', tone: 'warn' },
  waiting: { word: 'Waiting for the platform', tone: 'info' },
  absent: { word: 'Not found on the platform', tone: 'warn' },
}
