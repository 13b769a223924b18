import type { Violation } from '../../../api/violation.ts'
import type { Uploads } from '../../../resources/posts/use-uploads.ts'
import { DropZone } from '../drop-zone.tsx'
import { UploadList } from '../upload-list.tsx'
import type { Draft, DraftMedium } from './draft.ts'
import * as css from './media-part.module.css'
import { MediumCard } from './medium-card.tsx'
import { violationsAt } from './use-validation.ts'
import { Violations } from './violations.tsx'

interface Props {
  readonly draft: Draft
  readonly violations: readonly Violation[]
  readonly uploads: Uploads
  readonly onChange: (media: readonly DraftMedium[]) => void
}

/** The media of a post: dropped, pasted or chosen, uploaded at once, and sorted. */
export function MediaPart({ draft: { media, targets }, violations, uploads, onChange }: Props) {
  const move = (from: number, by: number) => {
    const next = media.toSpliced(from, 1)
    onChange(next.toSpliced(from + by, 0, media[from] as DraftMedium))
  }
  const listMediumViolations = (at: number) =>
    targets.flatMap((_, target) => violationsAt(violations, 'targets', target, 'media_ids', at))
  const general = targets.flatMap((_, target) =>
    violationsAt(violations, 'targets', target, 'media_ids').filter(({ loc }) => loc.length === 4),
  )
  return (
    <section className="panel compose-part" aria-labelledby="compose-media">
      <h2 id="compose-media">Media</h2>
      {media.length > 0 && (
        <ol className={css.media}>
          {media.map((medium, at) => (
            <MediumCard
              key={medium.id}
              medium={medium}
              at={at}
              count={media.length}
              violations={[...listMediumViolations(at), ...violationsAt(violations, 'media_ids', at)]}
              onAlt={(alt) => onChange(media.with(at, { ...medium, alt }))}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange(media.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <UploadList {...uploads} />
      <DropZone
        title="Add images or a video"
        about="Drop files here, paste them into the text, or click to browse."
        onFiles={uploads.add}
      />
      <Violations list={general} />
    </section>
  )
}
