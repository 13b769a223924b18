import { types as driverTypes } from 'pg'

/** A value for a json or jsonb column: without this mark a list would be written as a PostgreSQL array. */
export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Writes a value in PostgreSQL's text format; bytes are sent unchanged. */
export function writeValue(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null) return null
  if (value === undefined) throw new TypeError('A statement value is undefined: pass null instead')
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return writeArray(value)
  if (value instanceof Json) return JSON.stringify(value.value)
  throw new TypeError('An object cannot be a statement value: pass db.json(...), or db(...) for columns')
}

/** Returns the cast for a value whose type PostgreSQL cannot infer from its position. */
export function selectCast(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return ''
  if (typeof value === 'boolean') return '::boolean'
  if (value instanceof Date) return '::timestamptz'
  // Becomes jsonb where a column is jsonb; the other way around would lose the order of its fields.
  if (value instanceof Json) return '::json'
  if (value instanceof Uint8Array) return '::bytea'
  return ''
}

function writeArray(items: readonly unknown[]): string {
  return `{${items.map(writeItem).join()}}`
}

function writeItem(item: unknown): string {
  if (item === null) return 'null'
  if (Array.isArray(item)) return writeArray(item)
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString('hex')}"`
  return `"${String(writeValue(item)).replace(/["\\]/g, '\\$&')}"`
}

type Parse = (text: string) => unknown

const SCALARS: readonly (readonly [oid: number, arrayOid: number, parse: Parse])[] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, 1016, safeInteger],
  [21, 1005, Number],
  [23, 1007, Number],
  [26, 1028, Number],
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1082, 1182, (text) => new Date(text)],
  [1114, 1115, (text) => new Date(text)],
  [1184, 1185, (text) => new Date(text)],
  [3802, 3807, JSON.parse],
]
/** Arrays of types that stay text: "char", name, text, bpchar, varchar, numeric, uuid. */
const TEXT_ARRAYS = [1002, 1003, 1009, 1014, 1015, 1231, 2951]

const arrays = driverTypes.arrayParser as unknown as {
  create(text: string, parse: Parse): { parse(): unknown[] }
}
const asText: Parse = (text) => text
const parsers = new Map<number, Parse>()
for (const [oid, arrayOid, parse] of SCALARS)
  parsers.set(oid, (text) => parse(text)).set(arrayOid, (text) => arrays.create(text, parse).parse())
for (const oid of TEXT_ARRAYS) parsers.set(oid, (text) => arrays.create(text, asText).parse())

/** Parsers by type; a type that is not listed stays text. */
export const types = { getTypeParser: (oid: number): Parse => parsers.get(oid) ?? asText }

function safeInteger(text: string): number {
  const n = Number(text)
  if (!Number.isSafeInteger(n)) throw new RangeError(`${text} does not fit a safe integer`)
  return n
}
