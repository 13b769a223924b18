import { Skeleton, TextInput } from '@mantine/core'
import { ChevronDownIcon, ChevronUpIcon, TrashIcon } from '@primer/octicons-react'
import { useRead } from '../../../api/hooks.ts'
import type { Violation } from '../../../api/violation.ts'
import { MediaThumb } from '../../../resources/posts/media-thumb.tsx'
import type { DraftMedium } from './draft.ts'
import * as css from './medium-card.module.css'
import { Violations } from './violations.tsx'

interface Props {
  readonly medium: DraftMedium
  readonly at: number
  readonly count: number
  readonly violations: readonly Violation[]
  readonly onAlt: (alt: string) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One media item: alt text, position and violations. */
export function MediumCard({ medium, at, count, violations, onAlt, onMove, onRemove }: Props) {
  const { data } = useRead('media.get', { params: { id: medium.id } })
  const name = `media ${at + 1}`
  return (
    <li>
      {data ? <MediaThumb media={data} alt={medium.alt || `Media ${at + 1}`} /> : <Skeleton width={96} height={96} />}
      <div className="compose-medium">
        <TextInput
          label={`Alt text for ${name}`}
          placeholder="Describe it for people who cannot see it"
          value={medium.alt}
          onChange={({ currentTarget }) => onAlt(currentTarget.value)}
        />
        <Violations list={violations} />
      </div>
      <div className={css.order}>
        <button
          type="button"
          className="icon-button"
          disabled={at === 0}
          aria-label={`Move ${name} up`}
          onClick={() => onMove(-1)}
        >
          <ChevronUpIcon size={16} />
        </button>
        <button
          type="button"
          className="icon-button"
          disabled={at === count - 1}
          aria-label={`Move ${name} down`}
          onClick={() => onMove(1)}
        >
          <ChevronDownIcon size={16} />
        </button>
        <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <TrashIcon size={16} />
        </button>
      </div>
    </li>
  )
}
