import { PlusIcon } from '@primer/octicons-react'
import { type DragEvent, useState } from 'react'
import { formatDay, formatTimeOfDay } from '../../../components/time/time.ts'
import { toLocal } from '../../../components/time/zoned-time.ts'
import { humanizeCode, type Post } from '../../../resources/posts/post-labels.ts'
import * as css from './calendar-cell.module.css'
import { getPostTime } from './use-posts-between.ts'

export interface CellActions {
  /** Reason why posts cannot be written or moved. */
  readonly reason: string | undefined
  readonly onOpen: (id: string) => void
  /** Called for an empty slot: `2026-03-29T09:00`. */
  readonly onNew: (local: string) => void
  readonly onMove: (id: string, local: string) => void
  /** Called when a day has more posts than the cell can show. */
  readonly onMore: (day: string) => void
}

interface Props extends CellActions {
  readonly slot: string
  readonly posts: readonly Post[]
  readonly zone: string
  readonly isToday: boolean
  readonly isOutside: boolean
}

/** Type of the dragged data, so that files and text from elsewhere are not mistaken for posts. */
const KIND = 'application/x-quoin-post'
const SHOWN_MAX = 3

/** A day or an hour with its posts. The dialog of a post covers moving by keyboard and touch. */
export function CalendarCell({ slot, posts, zone, isToday, isOutside, ...actions }: Props) {
  const { reason, onOpen, onNew, onMove, onMore } = actions
  const [isOver, setOver] = useState(false)
  const isDay = slot.length === 10
  const shown = isDay && posts.length > SHOWN_MAX ? posts.slice(0, SHOWN_MAX - 1) : posts
  const takes = (event: DragEvent) => reason === undefined && event.dataTransfer.types.includes(KIND)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [id = '', local = ''] = event.dataTransfer.getData(KIND).split(' ')
    if (local.slice(0, slot.length) !== slot) onMove(id, slot + local.slice(slot.length))
  }
  return (
    <td
      data-day={slot}
      data-over={isOver || undefined}
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isDay && <time dateTime={slot}>{formatDay(slot, { day: 'numeric' })}</time>}
      {reason === undefined && (
        <button
          type="button"
          className={css.calendarNew}
          tabIndex={-1}
          aria-label={`Write a post for ${formatSlot(slot)}`}
          onClick={() => onNew(isDay ? `${slot}T09:00` : `${slot}:00`)}
        >
          <PlusIcon size={14} />
        </button>
      )}
      {shown.map((post) => (
        <PostLink
          key={post.id}
          post={post}
          local={toLocal(getPostTime(post), zone)}
          canMove={reason === undefined && post.status === 'scheduled'}
          onOpen={onOpen}
        />
      ))}
      {shown.length < posts.length && (
        <button type="button" className={css.more} onClick={() => onMore(slot)}>
          {posts.length - shown.length} more
        </button>
      )}
    </td>
  )
}

interface PostLinkProps {
  readonly post: Post
  readonly local: string
  readonly canMove: boolean
  readonly onOpen: (id: string) => void
}

/** A link, because Firefox cannot drag buttons. */
function PostLink({ post, local, canMove, onOpen }: PostLinkProps) {
  return (
    <a
      href={`/posts/${post.id}`}
      className={`${css.post} is-${post.status}`}
      draggable={canMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(KIND, `${post.id} ${local}`)
        dataTransfer.effectAllowed = 'move'
      }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(post.id)
      }}
    >
      <span className="numbers">{formatTimeOfDay(getPostTime(post))}</span> {post.content.trim() || 'No text'}
      <span className="hidden">, {humanizeCode(post.status)}</span>
    </a>
  )
}

function formatSlot(slot: string): string {
  const day = formatDay(slot.slice(0, 10), { day: 'numeric', month: 'long' })
  return slot.length === 10 ? day : `${day}, ${slot.slice(11)}:00`
}
