import type { Schema } from '../arbitrary.ts'

/** Texts that make a careless parser, pattern or normaliser backtrack. */
export const TRAPS = {
  letters: 'a',
  spaces: ' ',
  commas: ',',
  quotes: '"',
  backslashes: '\\',
  dots: 'a.',
  ats: 'a@',
  dashes: '-a',
  digits: '1',
  slashes: 'http://',
  lines: 'a\r\n',
  'a quote on every line': '"a\n',
  accents: 'e\u0301\u0302',
  families: '👩‍👩‍👧‍👦',
  'other scripts': '中ß',
  'single words': 'a ',
} as const

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Repeats a piece of JSON as often as it fits. */
function many(piece: string, bytes: number, [open, close] = ['[', ']']): string {
  return `${open}${`${piece},`.repeat(bytes / (piece.length + 1) - 2)}${piece}${close}`
}

/** Builds an object with distinct names. */
function numbered(bytes: number, name: (n: number) => string): string {
  const count = Math.min(200_000, Math.floor((bytes - 2) / (name(200_000).length + 5)))
  return `{${Array.from({ length: count }, (_, n) => `"${name(n)}":1`).join(',')}}`
}

const VALUES = 149_000
const FIELDS = 9_500

/** Bodies that fit no schema: code that reads JSON must finish with them in time. */
export const BODIES: Record<string, (bytes: number) => string> = {
  blanks: (bytes) => ' '.repeat(bytes),
  'quotes alone': (bytes) => '"'.repeat(bytes),
  'unclosed brackets': (bytes) => '['.repeat(bytes),
  'a wide list at the greatest depth': (bytes) =>
    `${'['.repeat(199)}${many('1e111', Math.min(bytes - 400, 6 * VALUES))}${']'.repeat(199)}`,
  'small numbers': (bytes) => many('1', bytes),
  'as many small numbers as are taken': (bytes) => many('1', Math.min(bytes, 2 * VALUES)),
  'empty lists': (bytes) => many('[]', bytes),
  'as many empty lists as are taken': (bytes) => many('[]', Math.min(bytes, 3 * VALUES)),
  'small objects': (bytes) => many('{"a":1}', bytes),
  'as many small objects as are taken': (bytes) => many('{"a":1}', Math.min(bytes, 8 * FIELDS)),
  fields: (bytes) => numbered(bytes, (n) => `k${n * 7919}`),
  'as many fields as are taken': (bytes) => numbered(Math.min(bytes, 16 * FIELDS), (n) => `k${n * 7919}`),
  'as many long fields as are taken': (bytes) =>
    numbered(bytes, (n) => `${'k'.repeat(Math.ceil(bytes / FIELDS))}${n * 7919}`),
  'fields named by numbers': (bytes) => numbered(Math.min(bytes, 13 * FIELDS), (n) => `${n * 7919}`),
  'one field again and again': (bytes) => many('"a":1', bytes, ['{', '}']),
  'one field as often as is taken': (bytes) => many('"a":1', Math.min(bytes, 6 * FIELDS), ['{', '}']),
  'one long name': (bytes) => `{"${'k'.repeat(bytes - 10)}":1}`,
  'escaped quotes': (bytes) => `"${'\\"'.repeat(bytes / 2 - 1)}"`,
  'escaped letters': (bytes) => `["${'\\u0041'.repeat(Math.floor(bytes / 6) - 1)}"]`,
  'half of an astral letter': (bytes) => `["${'\\ud83d\\ude00'.repeat(Math.floor(bytes / 12) - 1)}\\ud83d"]`,
  'long rows of digits': (bytes) => many('9'.repeat(199), bytes),
  'numbers between two doubles': (bytes) => many(`9007199254740993.${'0'.repeat(760)}1`, bytes),
  'fractions of full precision': (bytes) => many('0.12345678901234567', Math.min(bytes, 20 * VALUES)),
  'a list that breaks off': (bytes) => many('1', Math.min(bytes, 2 * VALUES)).slice(0, -1),
  'a word that is not JSON, near the end': (bytes) => `["${'x'.repeat(bytes - 20)}", oops]`,
  'names of prototypes': (bytes) => many('"__proto__"', Math.min(bytes, 12 * VALUES)),
}

interface FillOptions {
  readonly piece: string
  /** Limit for texts without their own, in characters. */
  readonly room: number
  /** Number of fields for objects that accept any. */
  readonly fields: number
}

/**
 * Builds a value of this schema with everything at its maximum length. Values of the example stay where they identify
 * something.
 */
export function largest(schema: Schema, example: unknown, filling: FillOptions, name = ''): unknown {
  const branches = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
  if (branches?.[0]) return largest(branches[0], example, filling, name)
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (schema.enum ?? schema.pattern ?? schema.format) return example ?? schema.enum?.[0]
  if (name.endsWith('cursor') || (/(?:^|_)(?:ids?|url)$/.test(name) && example !== undefined)) return example
  switch (type) {
    case 'string':
      return filled(filling.piece, Math.min(schema.maxLength ?? filling.room, filling.room))
    case 'array':
      return fillList(schema, example, filling)
    case 'object':
      return fillObject(schema, example, filling)
    default:
      return example ?? schema.default
  }
}

function fillList({ items = {}, maxItems = 1000 }: Schema, example: unknown, filling: FillOptions): unknown[] {
  const [first] = Array.isArray(example) ? (example as unknown[]) : []
  // Lists of lists would never fit otherwise, however short their items are.
  const count = Math.max(1, Math.min(maxItems, 1000, Math.floor(filling.room / 8)))
  const share = { ...filling, room: filling.room / count, fields: filling.fields / count }
  return Array.from({ length: count }, () => largest(items, first, share))
}

function fillObject(schema: Schema, example: unknown, filling: FillOptions): Record<string, unknown> {
  const { properties = {}, additionalProperties } = schema
  const given = (example ?? {}) as Record<string, unknown>
  const names = Object.keys(properties)
  const share = Math.max(1, names.length)
  const inner = { ...filling, room: filling.room / share, fields: filling.fields / share }
  const known = names.map((name) => [name, largest(properties[name] ?? {}, given[name], inner, name)] as const)
  const object = { ...given, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) }
  if (additionalProperties !== true) return object
  const count = Math.floor(inner.fields)
  const others = Array.from({ length: count }, (_, n) => [`f${n}`, filled(filling.piece, inner.room / count)])
  return { ...object, ...Object.fromEntries(others) }
}

/** Lists every list in a schema, as the path of names to it. */
export function listsIn(schema: Schema, path: readonly string[] = []): (readonly string[])[] {
  const branches = schema.anyOf ?? schema.oneOf ?? []
  const isList = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'))
  return [
    ...(isList ? [path] : []),
    ...branches.flatMap((branch) => listsIn(branch, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => listsIn(inner, [...path, name])),
  ]
}

/** Returns the value with another one at a location. */
export function withAt(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [name]: withAt(object[name], rest, inner) }
}
