import type { Static, TProperties, TSchema, TUnsafe } from 'typebox'
import { Type } from './type.ts'

/**
 * Declares `T | null` as a list of types where JSON Schema allows it: a wrong value is then one violation, not one per branch.
 */
export function Nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type } = schema as { type?: unknown }
  if (typeof type !== 'string') return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
  const { enum: values, title, ...rest } = schema as { enum?: unknown[]; title?: string }
  if (title) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** A field that a server of others leaves out, sets to null or fills. */
export function Maybe<S extends TSchema>(schema: S) {
  return Type.Optional(Nullable(schema))
}

/** A closed list of strings. */
export function StringEnum<const T extends string>(
  values: readonly T[],
  options: Record<string, unknown> = {},
): TUnsafe<T> {
  return Type.Unsafe({ type: 'string', enum: [...values], ...options })
}

/**
 * Names a schema in the API description without its description, so that many fields share it. A symbol survives copies and never
 * appears in JSON. A `title` names a type in our own clients, too.
 */
export const SCHEMA_NAME: unique symbol = Symbol('name of a schema')

/** A name that people choose: one line of visible text. The format is `isName` of `kit/name.ts`. */
export function Name(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ minLength: 1, ...options, format: 'name' })
}

/** The email address of a user, or of a person to invite. The format is `isMailAddress` of `kit/mail-address.ts`. */
export const EmailAddress = Type.String({
  format: 'email',
  maxLength: 254,
  description:
    'One mailbox in plain ASCII, such as `ada@example.com`; an international domain is written as `xn--`. Not case-sensitive.',
})

export const DateTime = Type.String({ format: 'date-time', description: 'ISO 8601 with a time zone.' })

/** Keyword that bounds the length of a value as JSON. */
export const BYTES_MAX = 'x-max-bytes'

/** Options for a part of a request with any content, bounded in size. */
export function bytesAtMost(kibibytes: number, description?: string) {
  const bound = `At most ${kibibytes} KiB as JSON.`
  return {
    description: description === undefined ? bound : `${description} ${bound}`,
    [BYTES_MAX]: kibibytes * 1024,
  }
}

export function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Checks a value's length as JSON, without serialising one that is certainly too long. */
export function isWithinJsonBytes(value: unknown, most: number): boolean {
  return measureMinLength(value, most) <= most && countJsonBytes(value) <= most
}

/** Returns a lower bound of a value's length as JSON, and stops measuring at `enough`. */
function measureMinLength(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 1
  let length = 2
  for (const inner of Array.isArray(value) ? value : members(value)) {
    length += measureMinLength(inner, enough - length)
    if (length > enough) break
  }
  return length
}

function* members(value: object): Generator {
  for (const key in value) {
    yield key
    yield value[key as keyof typeof value]
  }
}

/**
 * An error inside a resource. Further members are added where they help: `platform`, `rule`, `remediation`, `platform_response`.
 */
export type ErrorObject = Static<typeof ErrorObject>
export const ErrorObject = Type.Unsafe<Record<string, unknown> & { readonly code: string; readonly message: string }>(
  Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: true, title: 'ErrorObject' }),
)

/** A JSON object with known fields. Each of them may be missing, and others may be present. */
export function OpenObject(properties: TProperties, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: true, ...options })
}

/** Any JSON object that the caller defines. In a request it needs `bytesAtMost`. */
export function FreeForm(options: Record<string, unknown> = {}): TUnsafe<Record<string, unknown>> {
  return Type.Unsafe({ type: 'object', additionalProperties: true, ...options })
}
