import { Checkbox, SegmentedControl, Skeleton } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { type EventKind, toEventGroup } from '../../../resources/webhooks/webhook-labels.ts'
import * as css from './event-picker.module.css'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (events: string[]) => void
  readonly error?: string | undefined
}

/** Selects the events of an endpoint: all, or some of the catalogue, grouped. */
export function EventPicker({ value, onChange, error }: Props) {
  const { data, error: problem, refetch } = useRead('webhooks.events', { query: { limit: 100 } })
  const isAll = value.includes('*')
  const kinds = data?.data.filter(({ type }) => type !== 'webhook.test') ?? []
  return (
    <fieldset className={css.picker}>
      <legend>Events</legend>
      <SegmentedControl
        fullWidth
        aria-label="Event selection"
        value={isAll ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? ['*'] : [])}
        data={[
          { value: 'all', label: 'All events' },
          { value: 'some', label: 'Choose' },
        ]}
      />
      {isAll && <p className={`dimmed ${css.pickerNote}`}>Includes event types that are added later.</p>}
      {!isAll && problem && <ProblemAlert problem={problem} onRetry={() => void refetch()} />}
      {!isAll && !data && !problem && <Skeleton height={320} mt={12} />}
      {!isAll &&
        [...Map.groupBy(kinds, ({ type }) => toEventGroup(type))].map(([group, members]) => (
          <EventGroup key={group} title={group} kinds={members} value={value} onChange={onChange} />
        ))}
      {error && (
        <p className={css.pickerError} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function EventGroup({ title, kinds, value, onChange }: Props & { title: string; kinds: readonly EventKind[] }) {
  const types = kinds.map(({ type }) => type)
  const chosen = types.filter((type) => value.includes(type))
  const without = (...removed: string[]) => value.filter((type) => !removed.includes(type))
  return (
    <div className={css.group} role="group" aria-label={title}>
      <Checkbox
        label={title}
        checked={chosen.length === types.length}
        indeterminate={chosen.length > 0 && chosen.length < types.length}
        onChange={({ currentTarget }) => onChange([...without(...types), ...(currentTarget.checked ? types : [])])}
      />
      {kinds.map(({ type, summary }) => (
        <Checkbox
          key={type}
          size="xs"
          label={<code>{type}</code>}
          description={summary}
          checked={value.includes(type)}
          onChange={({ currentTarget }) => onChange([...without(type), ...(currentTarget.checked ? [type] : [])])}
        />
      ))}
    </div>
  )
}
