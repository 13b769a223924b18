import type { ScheduleEventData } from '@mantine/schedule'
import { timeOfDay } from '../../../components/time.ts'
import { toLocal } from '../../../components/zoned-time.ts'
import { type Post, wordOf } from '../posts/post-words.ts'
import { timeOf } from './use-posts-between.ts'

export interface GridProps {
  readonly day: string
  readonly posts: readonly Post[]
  readonly zone: string
  /** Why posts cannot be moved. */
  readonly reason: string | undefined
  readonly onOpen: (id: string) => void
  /** A free place was chosen: `2026-03-29T09:00`. */
  readonly onNew: (local: string) => void
  readonly onMove: (post: Post, local: string) => void
}

const MINUTES_SHOWN = 45

/** What the views of month and week have in common. They show times on a clock of the user's zone, not moments. */
export function viewPropsOf({ day, posts, zone, reason, onOpen, onMove }: GridProps) {
  const postOf = (id: string | number) => posts.find((post) => post.id === id)
  return {
    date: day,
    events: posts.map((post) => eventOf(post, zone)),
    withHeader: false,
    withEventsDragAndDrop: reason === undefined,
    canDragEvent: ({ id }: ScheduleEventData) => postOf(id)?.status === 'scheduled',
    onEventClick: ({ id }: ScheduleEventData) => onOpen(String(id)),
    onEventDrop: ({ eventId, newStart }: { eventId: string | number; newStart: string }) => {
      const post = postOf(eventId)
      if (post) onMove(post, newStart)
    },
    renderEventBody: ({ id }: ScheduleEventData) => {
      const post = postOf(id)
      return post && <EventBody post={post} />
    },
  }
}

function EventBody({ post }: { post: Post }) {
  return (
    <span className={`calendar-post is-${post.status}`}>
      <span className="numbers">{timeOfDay(timeOf(post))}</span> {post.content.trim() || 'No text'}
      <span className="hidden">, {wordOf(post.status)}</span>
    </span>
  )
}

function eventOf(post: Post, zone: string): ScheduleEventData {
  const at = new Date(timeOf(post))
  const start = toLocal(at, zone)
  const end = toLocal(new Date(at.getTime() + MINUTES_SHOWN * 60_000), zone)
  // One that begins before midnight belongs to its day alone.
  const last = end.slice(0, 10) === start.slice(0, 10) ? end : `${start.slice(0, 10)}T23:59`
  return { id: post.id, title: post.content, start: clock(start), end: clock(last), color: 'gray' }
}

function clock(local: string): string {
  return `${local.replace('T', ' ')}:00`
}
