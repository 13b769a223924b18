import { FileIcon, VideoIcon } from '@primer/octicons-react'
import type { Reply } from '../../api/client.ts'

export type Media = Reply<'media.get'>

/** Strips the origin: the page may load images only from its own origin, which can differ from the server's public URL. */
export function ownPath(publicUrl: string): string {
  const { pathname, search } = new URL(publicUrl)
  return `${pathname}${search}`
}

/** Thumbnail of a media asset, or an icon if it has none. */
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
