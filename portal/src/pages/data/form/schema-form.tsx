import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { humanizeName } from '../data-labels.ts'
import { ChipChoice } from './chip-choice.tsx'
import type { Field, Values } from './fields.ts'
import { ListInput } from './list-input.tsx'
import * as css from './schema-form.module.css'

interface Props {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  /** Placeholders by field. */
  readonly examples?: Values
  readonly onChange: (values: Values) => void
}

/** A form for a body, in the sections of its schema. A section is collapsed until one of its fields is set. */
export function SchemaForm(props: Props) {
  const { fields, values, errors } = props
  const groups = [...Map.groupBy(fields, ({ group }) => group)]
  return (
    <div className={css.form}>
      {fields.some(({ kind, options }) => kind === 'choice' && !options) && (
        <p className={css.hint}>Press Enter to add a value. Prefix it with a minus to exclude it.</p>
      )}
      {groups.map(([group, members]) => {
        const controls = members.map((field) => <Control key={field.key} field={field} {...props} />)
        if (group === undefined) return controls
        const count = members.filter(({ key }) => (values[key]?.length ?? 0) > 0).length
        const isWrong = members.some(({ key }) => errors[key] !== undefined)
        return (
          <Group key={group} title={humanizeName(group)} count={count} isWrong={isWrong}>
            {controls}
          </Group>
        )
      })}
    </div>
  )
}

interface GroupProps {
  readonly title: string
  /** Number of fields that are set. */
  readonly count: number
  readonly isWrong: boolean
  readonly children: ReactNode
}

function Group({ title, count, isWrong, children }: GroupProps) {
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <details
      className={css.group}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {title}
        {count > 0 && <span className={css.count}>{count}</span>}
      </summary>
      <div className={css.form}>{children}</div>
    </details>
  )
}

function Control({ field, values, errors, examples = {}, onChange }: Props & { field: Field }) {
  const { key, name, kind, options, maximum, description } = field
  const set = (value: Values[string]) => onChange({ ...values, [key]: value })
  const value = values[key]
  const label = humanizeName(name)
  const error = errors[key]
  if (kind === 'choice') {
    const list = Array.isArray(value) ? (value as readonly string[]) : []
    if (options) return <ChipChoice label={label} options={options} value={list} onChange={set} />
    return <ListInput label={label} description={description} error={error} value={list} onChange={set} />
  }
  const example = examples[key]
  const common = {
    label,
    error,
    value: typeof value === 'string' ? value : '',
    ...(typeof example === 'string' && { placeholder: example }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value),
  }
  if (kind === 'lines') return <Textarea {...common} description="One per line." rows={8} />
  if (kind === 'number')
    return <TextInput {...common} type="number" inputMode="numeric" min={1} max={maximum} placeholder="10" />
  return <TextInput {...common} maxLength={1000} />
}
