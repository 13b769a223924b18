import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { humanizeCode } from '../../components/humanize-code.ts'

/** The subset of JSON Schema that options use. */
export interface OptionSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly { const?: string }[]
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly format?: string
  readonly items?: OptionSchema
}

interface Props {
  readonly name: string
  readonly schema: OptionSchema
  readonly value: unknown
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Masks the input, and keeps the browser from saving it. */
  readonly isSecret?: boolean
  /** Undefined omits the option, so that the platform decides. */
  readonly onChange: (value: unknown) => void
}

const USUAL = { value: '', label: 'Default' }

/** The field for one option of a platform, according to its schema. */
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
        placeholder="One per line"
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

/** Formats an option's value for a field; empty if it is omitted. */
function shownAs(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function splitLines(text: string): string[] | undefined {
  return text === '' ? undefined : text.split('\n')
}

/** Returns the allowed values of a schema, from `enum` or the constants of `anyOf`. */
function listChoices({ enum: words, anyOf }: OptionSchema): readonly string[] | undefined {
  return words ?? anyOf?.flatMap((each) => each.const ?? [])
}

/** Returns true for options that a form can show; all others are for programs. */
export function isSimple({ type, items, ...schema }: OptionSchema): boolean {
  if (listChoices(schema)?.length) return true
  if (type === 'array') return items?.type === 'string' || (items !== undefined && listChoices(items) !== undefined)
  return type === 'string' || type === 'boolean' || type === 'integer' || type === 'number'
}
