import { useIntersection } from '@mantine/hooks'
import { FileIcon, VideoIcon } from '@primer/octicons-react'
import { type CSSProperties, useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { type Media, ownPath } from './media-thumb.tsx'
import * as css from './post-thumb.module.css'

/** Larger files are shown as an icon: a list would load many megabytes for a few pixels. */
const BYTES_MAX = 2_000_000
/** Distance from the screen at which the picture is loaded. */
const MARGIN = '200px'
/** Size from which the number of media fits in. */
const COUNTED_SIZE = 32

interface Props {
  readonly mediaIds: readonly string[]
  /** In pixels. */
  readonly size?: number
}

/** Small picture of a post's first media; nothing for a post without media. Decorative: the post is beside it. */
export function PostThumb({ mediaIds, size = 32 }: Props) {
  const [first] = mediaIds
  return first === undefined ? null : <Thumb key={first} id={first} count={mediaIds.length} size={size} />
}

function Thumb({ id, count, size }: { id: string; count: number; size: number }) {
  const { ref, entry } = useIntersection({ rootMargin: MARGIN })
  const [wasSeen, setSeen] = useState(false)
  if (entry?.isIntersecting && !wasSeen) setSeen(true)
  const { data } = useRead('media.get', { params: { id } }, { enabled: wasSeen })
  return (
    <span ref={ref} className={css.thumb} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden>
      {data && <Picture media={data} size={size} />}
      {count > 1 && size >= COUNTED_SIZE && <span className={css.count}>{count}</span>}
    </span>
  )
}

function Picture({ media: { mime, bytes_size, public_url }, size }: { media: Media; size: number }) {
  // Each read returns a new URL; the first one is kept, so that the picture is not loaded again.
  const [url] = useState(public_url)
  const isShown = mime?.startsWith('image/') && bytes_size !== null && bytes_size <= BYTES_MAX
  if (isShown && url !== null)
    return <img src={ownPath(url)} alt="" width={size} height={size} loading="lazy" decoding="async" />
  return mime?.startsWith('video/') ? <VideoIcon size={16} /> : <FileIcon size={16} />
}
