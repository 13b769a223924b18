import { CalendarIcon } from '@primer/octicons-react'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatDay, formatTimeOfDay } from '../../../components/time/time.ts'
import { toLocal } from '../../../components/time/zoned-time.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { PostThumb } from '../../../resources/posts/post-thumb.tsx'
import * as css from './agenda.module.css'
import { getPostTime } from './use-posts-between.ts'

interface Props {
  readonly posts: readonly Post[]
  readonly zone: string
  readonly onOpen: (id: string) => void
}

/** The calendar as a list, for narrow screens. */
export function Agenda({ posts, zone, onOpen }: Props) {
  const ordered = posts.toSorted((a, b) => (getPostTime(a) < getPostTime(b) ? -1 : 1))
  const days = Map.groupBy(ordered, (post) => toLocal(getPostTime(post), zone).slice(0, 10))
  if (posts.length === 0)
    return (
      <EmptyState icon={CalendarIcon} title="No posts" text="No posts are scheduled or published in this period." />
    )
  return (
    <div className={css.agenda}>
      {[...days].map(([day, those]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>{formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })}</h3>
          {those.map((post) => (
            <button key={post.id} type="button" className={css.entry} onClick={() => onOpen(post.id)}>
              <span className="numbers">{formatTimeOfDay(getPostTime(post))}</span>
              <span className={css.post}>
                <PostThumb mediaIds={post.media_ids} size={28} />
                <span className="posts-text" dir="auto">
                  {post.content.trim() || 'No text'}
                </span>
              </span>
              <StatusBadge status={post.status} />
            </button>
          ))}
        </section>
      ))}
    </div>
  )
}
