import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import type { Tone } from '../../../components/tone.ts'
import { MediaThumb } from '../../../resources/posts/media-thumb.tsx'
import * as css from './media-card.module.css'
import { type MediaAsset, mediaFacts, mediaName } from './media-labels.ts'

export const MEDIA_STATES: Readonly<Record<MediaAsset['status'], { word: string; tone: Tone }>> = {
  pending: { word: 'Pending', tone: 'info' },
  fetching: { word: 'Fetching', tone: 'info' },
  ready: { word: 'Ready', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
}

/** A file in the grid; a click opens its details. */
export function MediaCard({ media, onOpen }: { media: MediaAsset; onOpen: () => void }) {
  const name = mediaName(media)
  const { word, tone } = MEDIA_STATES[media.status]
  return (
    <li className={css.card}>
      <button type="button" className={css.open} aria-label={`Open ${name}`} onClick={onOpen}>
        <MediaThumb media={media} alt="" />
      </button>
      <div className={css.cardText}>
        <span className={`truncate ${css.cardName}`}>{name}</span>
        {media.status === 'ready' ? (
          <span className="dimmed truncate">{mediaFacts(media)}</span>
        ) : (
          <StatusBadge status={media.status} label={word} tone={tone} />
        )}
        <span className={`${css.cardFoot} dimmed`}>
          <When at={media.created_at} />
          <CopyButton value={media.id} label={`Copy ID of ${name}`} />
        </span>
      </div>
    </li>
  )
}
