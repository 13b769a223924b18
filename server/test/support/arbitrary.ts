import * as fc from 'fast-check'

/** The part of JSON Schema that declarations use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

type Values = fc.Arbitrary<unknown>

/** Generates values that fit a schema, including unfriendly ones. */
export function fitting(schema: Schema): Values {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map(fitting))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objects(schema)
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.min(schema.maxItems ?? minLength + 4, minLength + 4)
      return fc.array(fitting(schema.items ?? {}), { minLength, maxLength })
    }
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e308, max: schema.maximum ?? 1e308, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return freeForm
  }
}

const CHARACTERS = [
  ...'abcXYZ019 _-.,:;/\\\'"`%$&<>{}[]()\t\n'.split(''),
  'é',
  'ß',
  '中',
  '\u202e',
  '\u200d',
  'ا',
  '😀',
  '𝒳',
]
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength, maxLength })
const freeForm: Values = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom(...CHARACTERS) }),
  fc.constantFrom([[[[[]]]]], { constructor: 1 }, 1e308, -1e-308, 0.1, 2 ** 53),
)

function objects({ properties = {}, required = [], additionalProperties }: Schema): Values {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)])),
    { requiredKeys: required.filter((name) => properties[name]?.default === undefined) },
  )
  if (additionalProperties === false || (additionalProperties === undefined && Object.keys(properties).length > 0))
    return known
  const others = typeof additionalProperties === 'object' ? fitting(additionalProperties) : freeForm
  return fc.tuple(fc.dictionary(text(0, 12), others, { maxKeys: 4 }), known).map(([more, own]) => ({ ...more, ...own }))
}

function strings({ format, pattern, minLength = 0, maxLength = minLength + 60 }: Schema): Values {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const near = text(minLength, Math.min(maxLength, minLength + 60))
  switch (format) {
    case 'date-time':
      return fc.date({ min: new Date(0), max: new Date('2199-01-01'), noInvalidDate: true }).map((d) => d.toISOString())
    case 'date':
      return fc
        .date({ min: new Date(0), max: new Date('2199-01-01'), noInvalidDate: true })
        .map((d) => d.toISOString().slice(0, 10))
    case 'uri':
      return fc.webUrl()
    case 'name':
      return near
        .map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, 'x').replaceAll(/^ | $/g, 'x'))
        .filter((name) => name.length >= minLength)
    case 'email':
      return fc.emailAddress()
    default:
      return maxLength > 10_000
        ? near
        : fc.oneof({ weight: 9, arbitrary: near }, { weight: 1, arbitrary: text(maxLength, maxLength) })
  }
}

/** Stands for a number as written, because JavaScript would round or drop it. */
const asWritten = (digits: string) => `@number:${digits}@`

export const HOSTILE: readonly unknown[] = [
  [null, true, false, 0, 1, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, 2 ** 63],
  ['-0', '1e999', '-1e999', '1E400', '1e-400', '0.1e1', `1${'0'.repeat(250)}e99`, '9'.repeat(400)].map(asWritten),
  [
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    'a\ud800b',
    '\u202eabc',
    '\ufeff',
    '😀',
    '👩‍👩‍👧‍👦',
    'é',
    '\r\n',
    '\u2028',
  ],
  ['__proto__', 'constructor', 'NaN', 'Infinity', 'null', 'undefined', '[object Object]', '1e3', '0x10', '-0'],
  ["'; drop table profiles; --", '../../../etc/passwd', '%00', '%s%n', '<script>', '{{7*7}}', 'x'.repeat(300)],
  ['é'.repeat(70_000), '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
  [[], [[]], [[[[[[]]]]]], [null], {}, { a: {} }, { '': '' }, { constructor: { prototype: {} } }],
  [JSON.parse('{"__proto__":{"isAdmin":true}}')],
].flat()

/** Generates values that violate a schema in one or more ways. A few still fit, as they would from a careless client. */
export function misfitting(schema: Schema): Values {
  const changed = fc
    .tuple(fitting(schema), fc.nat(), fc.constantFrom('replace', 'delete', 'add'), fc.constantFrom(...HOSTILE))
    .map(([value, at, change, hostile]) => spoil(value, at, change, hostile))
  return fc.oneof({ weight: 6, arbitrary: changed }, { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) }, freeForm)
}

/** Returns the value with one location replaced, deleted or added to. */
function spoil(value: unknown, at: number, change: string, hostile: unknown): unknown {
  const copy: Record<string, unknown> = structuredClone({ value })
  const places = listPropertyRefs(copy)
  const [holder, key] = places[at % places.length] ?? [copy, 'value']
  if (change === 'delete') delete holder[key]
  else if (change === 'replace') holder[key] = hostile
  else {
    const inner = holder[key]
    if (Array.isArray(inner)) inner.push(hostile)
    else if (inner !== null && typeof inner === 'object') (inner as Record<string, unknown>)['unexpected'] = hostile
    else holder[key] = [hostile]
  }
  return copy['value']
}

type PropertyRef = [holder: Record<string, unknown>, key: string]

function listPropertyRefs(holder: Record<string, unknown>): PropertyRef[] {
  return Object.entries(holder).flatMap(([key, value]): PropertyRef[] => {
    const inner = value !== null && typeof value === 'object' ? listPropertyRefs(value as Record<string, unknown>) : []
    return [[holder, key], ...inner]
  })
}

/** Writes JSON as a client would send it, with numbers as written. */
export function serializeJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(/"@number:([^@"]*)@"/g, '$1')
}

/** Generates JSON text that is cut, doubled or prefixed. */
export function brokenJson(values: Values): fc.Arbitrary<string> {
  return fc
    .tuple(values.map(serializeJson), fc.nat(), fc.constantFrom('cut', 'double', 'lead', 'quote', 'deepen'))
    .map(([json, at, how]) => {
      if (how === 'cut') return json.slice(0, at % (json.length + 1))
      if (how === 'double') return `${json}${json}`
      if (how === 'lead') return `\u0000${json}`
      if (how === 'quote') return json.replaceAll('"', "'")
      return `${'['.repeat(3000)}${json}`
    })
}

/** Draws one value, always the same. */
export function drawSample<T>(values: fc.Arbitrary<T>): T {
  const [value] = fc.sample(values, { numRuns: 1, seed: 1 })
  return value as T
}
