import { Radio, TextInput } from '@mantine/core'
import type { Violation } from '../../../api/violation.ts'
import { TimeZoneField } from '../../../components/time/time-zone-field.tsx'
import type { Draft } from './draft.ts'
import { violationsAt } from './use-validation.ts'
import * as css from './when-part.module.css'

interface Props {
  readonly draft: Draft
  readonly violations: readonly Violation[]
  readonly onChange: (part: Partial<Draft>) => void
}

/** Publishes now, or later at a time in any zone. */
export function WhenPart({ draft: { isLater, at, zone }, violations, onChange }: Props) {
  return (
    <fieldset className="panel compose-part">
      <legend>Schedule</legend>
      <div className={css.when}>
        <Radio name="when" label="Now" checked={!isLater} onChange={() => onChange({ isLater: false })} />
        <Radio name="when" label="Later" checked={isLater} onChange={() => onChange({ isLater: true })} />
      </div>
      {isLater && (
        <div className={css.time}>
          <TextInput
            type="datetime-local"
            label="Publish at"
            value={at}
            error={violationsAt(violations, 'scheduled_at')[0]?.msg}
            onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
          />
          <TimeZoneField value={zone} onChange={(next) => onChange({ zone: next })} />
        </div>
      )}
    </fieldset>
  )
}
