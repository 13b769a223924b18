import { Skeleton } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { MediaThumb } from './media-thumb.tsx'
import * as css from './post-media.module.css'

/** The media of a post, in order. */
export function PostMedia({ ids }: { ids: readonly string[] }) {
  return (
    <ul className={css.row} aria-label="Media">
      {ids.map((id, at) => (
        <li key={id}>
          <PostMedium id={id} at={at} />
        </li>
      ))}
    </ul>
  )
}

function PostMedium({ id, at }: { id: string; at: number }) {
  const { data, error } = useRead('media.get', { params: { id } })
  if (error) return <span className="media-thumb dimmed">Deleted</span>
  return data ? <MediaThumb media={data} alt={`Media ${at + 1}`} /> : <Skeleton width={96} height={96} />
}
