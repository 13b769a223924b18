import { Progress, Text } from '@mantine/core'
import { ImageIcon, XIcon } from '@primer/octicons-react'
import { type DragEvent, useRef, useState } from 'react'
import type { Violation } from '../../../api/problem.ts'
import type { Draft, DraftMedium } from './draft.ts'
import { MediumCard } from './medium-card.tsx'
import type { Uploads } from './use-uploads.ts'
import { violationsAt } from './use-validation.ts'
import { Violations } from './violations.tsx'

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,video/mp4,video/quicktime,video/webm,application/pdf'

interface Props {
  readonly draft: Draft
  readonly violations: readonly Violation[]
  readonly uploads: Uploads
  readonly onChange: (media: readonly DraftMedium[]) => void
}

/** Pictures, videos and files: dropped, pasted or chosen, sent at once, in the order they are shown. */
export function MediaPart({ draft: { media, targets }, violations, uploads, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add(event.dataTransfer.files)
  }
  const move = (from: number, by: number) => {
    const next = media.toSpliced(from, 1)
    onChange(next.toSpliced(from + by, 0, media[from] as DraftMedium))
  }
  const problemsOf = (at: number) =>
    targets.flatMap((_, target) => violationsAt(violations, 'targets', target, 'media_ids', at))
  const general = targets.flatMap((_, target) =>
    violationsAt(violations, 'targets', target, 'media_ids').filter(({ loc }) => loc.length === 4),
  )
  return (
    <section className="panel compose-part" aria-labelledby="compose-media">
      <h2 id="compose-media">Media</h2>
      {media.length > 0 && (
        <ol className="compose-media">
          {media.map((medium, at) => (
            <MediumCard
              key={medium.id}
              medium={medium}
              at={at}
              count={media.length}
              violations={[...problemsOf(at), ...violationsAt(violations, 'media_ids', at)]}
              onAlt={(alt) => onChange(media.with(at, { ...medium, alt }))}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange(media.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      {uploads.running.map(({ key, name, done, problem, stop }) => (
        <div key={key} className="compose-upload">
          <div>
            <span className="truncate">{name}</span>
            {problem ? (
              <span className="compose-violation">
                {problem.message} <code>{problem.code}</code>
              </span>
            ) : (
              <Progress value={100 * done} size={6} aria-label={`Upload of ${name}`} />
            )}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={problem ? `Dismiss ${name}` : `Stop the upload of ${name}`}
            onClick={() => (problem ? uploads.dismiss(key) : stop())}
          >
            <XIcon size={16} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className={isOver ? 'compose-drop is-over' : 'compose-drop'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ImageIcon size={20} />
        <span>Add pictures or a video</span>
        <Text component="span" size="sm" c="dimmed">
          Drop them here, paste them into the text, or click.
        </Text>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Media files"
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Violations list={general} />
    </section>
  )
}
