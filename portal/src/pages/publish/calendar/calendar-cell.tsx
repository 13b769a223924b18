import { PlusIcon } from '@primer/octicons-react'
import { type DragEvent, useState } from 'react'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { formatDay, formatHour, formatTimeOfDay } from '../../../components/time/time.ts'
import { toLocal } from '../../../components/time/zoned-time.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { type Post } from '../../../resources/posts/post-labels.ts'
import { PostThumb } from '../../../resources/posts/post-thumb.tsx'
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
  readonly now: string
  /** Local time of the post that is being dragged. */
  readonly dragged: string | undefined
  readonly onDrag: (local: string | undefined) => void
  readonly isToday: boolean
  readonly isOutside: boolean
}

/** Type of the dragged data, so that files and text from elsewhere are not mistaken for posts. */
const KIND = 'application/x-quoin-post'
const SHOWN_MAX = 3
const HOUR_MS = 3_600_000

/** A day or an hour with its posts. The dialog of a post covers moving by keyboard and touch. */
export function CalendarCell({ slot, posts, zone, now, dragged, onDrag, isToday, isOutside, ...actions }: Props) {
  const { reason, onOpen, onNew, onMove, onMore } = actions
  const [isOver, setOver] = useState(false)
  const isDay = slot.length === 10
  const shown = isDay && posts.length > SHOWN_MAX ? posts.slice(0, SHOWN_MAX - 1) : posts
  const isPast = slot < now.slice(0, slot.length)
  // A post keeps the rest of its time, which may be over already today.
  const isRefused = isPast || (dragged !== undefined && slot + dragged.slice(slot.length) <= now)
  const takes = (event: DragEvent) => reason === undefined && !isRefused && event.dataTransfer.types.includes(KIND)
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
      data-refused={(dragged !== undefined && isRefused) || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isDay && <time dateTime={slot}>{formatDay(slot, { day: 'numeric' })}</time>}
      {reason === undefined && !isPast && (
        <button
          type="button"
          className={css.calendarNew}
          tabIndex={-1}
          aria-label={`Write a post for ${formatSlot(slot)}`}
          onClick={() => onNew(toNewPostTime(slot, now))}
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
          onDrag={onDrag}
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
  readonly onDrag: Props['onDrag']
}

/** Platforms whose logos fit in a card. */
const PLATFORMS_MAX = 4

function listPlatforms({ targets }: Post): string[] {
  return [...new Set(targets.map(({ platform }) => platform))].slice(0, PLATFORMS_MAX)
}

/** A link, because Firefox cannot drag buttons. */
function PostLink({ post, local, canMove, onOpen, onDrag }: PostLinkProps) {
  return (
    <a
      href={`/posts/${post.id}`}
      className={`${css.post} is-${post.status}`}
      draggable={canMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(KIND, `${post.id} ${local}`)
        dataTransfer.effectAllowed = 'move'
        onDrag(local)
      }}
      onDragEnd={() => onDrag(undefined)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(post.id)
      }}
    >
      <span className={css.postHead}>
        <span className="numbers">{formatTimeOfDay(getPostTime(post))}</span>
        {listPlatforms(post).map((platform) => (
          <PlatformIcon key={platform} platform={platform} size={11} />
        ))}
      </span>
      <span className={css.postText}>
        <PostThumb mediaIds={post.media_ids} size={20} />
        <bdi className="truncate">{post.content.trim() || 'No text'}</bdi>
      </span>
      <span className="hidden">, {humanizeCode(post.status)}</span>
    </a>
  )
}

/** Suggests nine o'clock for a day and the full hour for an hour, or the next full hour if that is over. */
function toNewPostTime(slot: string, now: string): string {
  const usual = slot.length === 10 ? `${slot}T09:00` : `${slot}:00`
  if (usual > now) return usual
  return new Date(Date.parse(`${now.slice(0, 13)}:00Z`) + HOUR_MS).toISOString().slice(0, 16)
}

function formatSlot(slot: string): string {
  const day = formatDay(slot.slice(0, 10), { day: 'numeric', month: 'long' })
  return slot.length === 10 ? day : `${day}, ${formatHour(slot.slice(11))}`
}
