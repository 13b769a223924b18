/** The subset of JSON Schema that the bodies of lookups use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly (string | null)[]
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** One control of a form. */
export interface Field {
  /** Path in the body: `filters.company.name`. */
  readonly key: string
  readonly name: string
  readonly description: string | undefined
  /** `choice` is a list of included and excluded values, `lines` a list of texts. */
  readonly kind: 'text' | 'number' | 'choice' | 'lines'
  /** Allowed values. */
  readonly options: readonly string[] | undefined
  readonly maximum: number | undefined
  /** Section of the form: `company`. */
  readonly group: string | undefined
}

/** Values by field key. An excluded value of a choice is prefixed with a minus. */
export type Values = Readonly<Record<string, string | readonly string[]>>
export type Body = Readonly<Record<string, unknown>>

/** Members that control format and paging are not shown in a form. */
const HIDDEN = new Set(['cursor', 'since_cursor', 'track_delta', 'dry_run', 'format'])

/** Returns the fields of a body, in its own order. */
export function listFields(body: Schema): readonly Field[] {
  const fields = [...walk(body, [])]
  const isAboutOne = !fields.some(({ kind }) => kind === 'choice')
  const hasList = fields.some(({ kind }) => kind === 'lines')
  const takesFilters = fields.some(({ key }) => key.startsWith('filters.'))
  // A limit has no effect on a lookup of one subject or of a fixed list.
  const isLimited = !hasList && !(isAboutOne && takesFilters)
  return isLimited ? fields : fields.filter(({ key }) => key !== 'limit')
}

function* walk({ properties = {} }: Schema, path: readonly string[]): Generator<Field> {
  for (const [name, raw] of Object.entries(properties)) {
    if (path.length === 0 && HIDDEN.has(name)) continue
    const schema = raw.anyOf?.find(({ type }) => type !== 'null') ?? raw
    const here = [...path, name]
    const kind = toFieldKind(schema)
    if (kind === undefined) yield* walk(schema, here)
    else yield fieldAt(here, kind, schema, raw.description)
  }
}

function fieldAt(path: readonly string[], kind: Field['kind'], schema: Schema, description?: string): Field {
  return {
    key: path.join('.'),
    name: path.at(-1) ?? '',
    description: description ?? schema.description,
    kind,
    options: (schema.enum ?? schema.items?.enum)?.filter((value) => value !== null),
    maximum: schema.maximum,
    group: toFieldGroup(path.at(-2), kind),
  }
}

/** Returns the section of a field: a lookup of one subject takes one text, or field by field. */
function toFieldGroup(parent: string | undefined, kind: Field['kind']): string | undefined {
  if (parent === 'filters') return kind === 'text' ? 'field_by_field' : undefined
  return parent === 'inputs' ? undefined : parent
}

function toFieldKind({ type, items }: Schema): Field['kind'] | undefined {
  const types = typeof type === 'string' ? [type] : (type ?? [])
  if (types.includes('array')) return types.includes('object') ? 'choice' : 'lines'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (types.includes('string')) return items ? undefined : 'text'
  return undefined
}

/** Builds the body that a form with these values sends. */
export function buildBody(schema: Schema, fields: readonly Field[], values: Values): Body {
  const body: Record<string, unknown> = schema.properties?.['inputs'] ? { inputs: {} } : {}
  for (const { key, kind } of fields) {
    const value = sentValue(kind, values[key])
    if (value !== undefined) place(body, key.split('.'), value)
  }
  return body
}

function sentValue(kind: Field['kind'], value: Values[string] | undefined): unknown {
  if (value === undefined || value.length === 0) return undefined
  if (typeof value === 'string') {
    const text = value.trim()
    if (kind !== 'lines') return text === '' ? undefined : kind === 'number' ? Number(text) : text
    const lines = text.split(/\r?\n/).map((line) => line.trim())
    return text === '' ? undefined : lines.filter((line) => line !== '')
  }
  const exclude = value.filter((each) => each.startsWith('-')).map((each) => each.slice(1))
  if (exclude.length === 0) return value
  const include = value.filter((each) => !each.startsWith('-'))
  return { ...(include.length > 0 && { include }), exclude }
}

function place(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  body[name] ??= {}
  place(body[name] as Record<string, unknown>, rest, value)
}

/** Converts a body to the values of the form. */
export function toFormValues(fields: readonly Field[], body: Body): Values {
  const known = fields.flatMap(({ key, kind }) => {
    const value = shownValue(kind, read(body, key.split('.')))
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(known)
}

function shownValue(kind: Field['kind'], value: unknown): Values[string] | undefined {
  if (value === undefined || value === null) return undefined
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : String(value)
  if (kind !== 'choice') return String(value)
  if (Array.isArray(value)) return value.map(String)
  const { include = [], exclude = [] } = value as { include?: string[]; exclude?: string[] }
  return [...include, ...exclude.map((each) => `-${each}`)]
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((within, name) => (within as Body | null | undefined)?.[name], value)
}

/** Assigns the server's messages to fields: `filters.company.name.0` belongs to `filters.company.name`. */
export function errorsAt(fields: readonly Field[], errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([place, text]) => {
      const field = fields.find(({ key }) => place === key || place.startsWith(`${key}.`))
      return field ? [[field.key, text]] : []
    }),
  )
}
