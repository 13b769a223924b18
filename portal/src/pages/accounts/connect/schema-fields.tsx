import { OptionField, type OptionSchema } from '../../../resources/accounts/option-field.tsx'
import * as css from './schema-fields.module.css'

export type Values = Readonly<Record<string, unknown>>
type ObjectSchema = {
  readonly properties?: Readonly<Record<string, OptionSchema>>
  readonly required?: readonly string[]
}

const SECRET = /password|secret|token$|private_key/

interface Props {
  readonly schema: Readonly<Record<string, unknown>>
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (values: Values) => void
}

/** The fields that a platform requires; optional ones are behind "More". */
export function SchemaFields({ schema, values, errors, onChange }: Props) {
  const { properties = {}, required = [] } = schema as ObjectSchema
  const names = Object.keys(properties)
  const field = (name: string) => (
    <OptionField
      key={name}
      name={name}
      schema={properties[name] ?? {}}
      value={values[name]}
      error={errors[name]}
      isRequired={required.includes(name)}
      isSecret={SECRET.test(name)}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  )
  const optional = names.filter((name) => !required.includes(name))
  return (
    <>
      {names.filter((name) => required.includes(name)).map(field)}
      {optional.length > 0 && (
        <details className={css.more} open={optional.some((name) => name in errors) || undefined}>
          <summary>More</summary>
          <div>{optional.map(field)}</div>
        </details>
      )}
    </>
  )
}

/** Returns the entered values without empty ones. */
export function omitEmptyValues(values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value.map((line) => String(line).trim()).filter(Boolean) : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

export function hasFields(
  schema: Readonly<Record<string, unknown>> | null,
): schema is Readonly<Record<string, unknown>> {
  return schema !== null && Object.keys((schema as ObjectSchema).properties ?? {}).length > 0
}
