import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { humanizeCode } from '../posts/post-labels.ts'
import type { OptionSchema } from './draft.ts'

interface Props {
  readonly name: string
  readonly schema: OptionSchema
  readonly value: unknown
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** It is not shown while it is typed, nor kept by the browser. */
  readonly isSecret?: boolean
  /** Undefined leaves the option out, so that the platform decides. */
  readonly onChange: (value: unknown) => void
}

const USUAL = { value: '', label: 'As usual' }

/** One option of a platform, by what its schema says. */
export function OptionField({ name, schema, value, error, isRequired = false, isSecret = false, onChange }: Props) {
  const common = { label: humanizeCode(name), description: schema.description, error, required: isRequired }
  const choices = listChoices(schema)
  if (choices)
    return (
      <NativeSelect
        {...common}
        value={shownAs(value)}
        data={[USUAL, ...choices.map((each) => ({ value: each, label: humanizeCode(each) }))]}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    )
  if (schema.type === 'boolean')
    return (
      <NativeSelect
        {...common}
        value={shownAs(value)}
        data={[USUAL, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]}
        onChange={({ currentTarget }) => onChange(currentTarget.value ? currentTarget.value === 'true' : undefined)}
      />
    )
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextInput
        {...common}
        type="number"
        min={schema.minimum}
        max={schema.maximum}
        value={shownAs(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      />
    )
  if (schema.type === 'array')
    return (
      <Textarea
        {...common}
        placeholder="One in each line"
        rows={2}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={({ currentTarget }) => onChange(splitLines(currentTarget.value))}
      />
    )
  return (
    <TextInput
      {...common}
      {...(isSecret && { type: 'password' })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={shownAs(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

/** What an option's value is in a field; empty where it is left out. */
function shownAs(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function splitLines(text: string): string[] | undefined {
  return text === '' ? undefined : text.split('\n')
}

/** A schema lists words as `enum`, or as constants of `anyOf`. */
function listChoices({ enum: words, anyOf }: OptionSchema): readonly string[] | undefined {
  return words ?? anyOf?.flatMap((each) => each.const ?? [])
}

/** Options that a form can show; the others are for programs. */
export function isSimple({ type, items, ...schema }: OptionSchema): boolean {
  if (listChoices(schema)?.length) return true
  if (type === 'array') return items?.type === 'string' || (items !== undefined && listChoices(items) !== undefined)
  return type === 'string' || type === 'boolean' || type === 'integer' || type === 'number'
}
