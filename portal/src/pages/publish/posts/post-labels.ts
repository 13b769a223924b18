import type { Item } from '../../../api/client.ts'

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

export function humanizeCode(status: string): string {
  return (status.charAt(0).toUpperCase() + status.slice(1)).replaceAll('_', ' ')
}

/** While it changes by itself within seconds. */
export function isMoving({ status, targets }: Post): boolean {
  return (
    status === 'publishing' ||
    targets.some(
      ({ status: each, first_comment }) =>
        each === 'processing' || (each === 'published' && first_comment?.status === 'pending'),
    )
  )
}

/** What each step of publishing does, in plain words. */
export const PHASES: Readonly<Record<Attempt['phase'], string>> = {
  prepare: 'Prepare the text and the media',
  publish: 'Create the post on the platform',
  reconcile: 'Ask the platform whether it has the post',
  unpublish: 'Take the post off the platform',
  first_comment: 'Write the first comment',
}

export const OUTCOMES: Readonly<
  Record<Attempt['outcome'], { word: string; tone: 'good' | 'bad' | 'warn' | 'info' | 'quiet' }>
> = {
  started: { word: 'Running', tone: 'info' },
  succeeded: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  unknown: { word: 'No answer', tone: 'warn' },
  waiting: { word: 'Waiting for the platform', tone: 'info' },
  absent: { word: 'The platform does not have it', tone: 'warn' },
}
