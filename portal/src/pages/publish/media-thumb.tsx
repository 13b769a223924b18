import { FileIcon, VideoIcon } from '@primer/octicons-react'
import type { Reply } from '../../api/client.ts'

export type Media = Reply<'media.get'>

/** The page may load pictures from its own address only, which is not always the one that the server is known by. */
export function ownPath(publicUrl: string): string {
  const { pathname, search } = new URL(publicUrl)
  return `${pathname}${search}`
}

/** A picture of a media asset; a sign where it has none. */
export function MediaThumb({ media, alt }: { media: Media; alt: string }) {
  const isImage = media.mime?.startsWith('image/') && media.public_url !== null
  return (
    <span className="media-thumb">
      {isImage ? (
        <img src={ownPath(media.public_url as string)} alt={alt} loading="lazy" />
      ) : media.mime?.startsWith('video/') ? (
        <VideoIcon size={24} aria-label={alt || 'Video'} />
      ) : (
        <FileIcon size={24} aria-label={alt || 'File'} />
      )}
    </span>
  )
}
