import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { processorMs } from '../../../test/support/processor-time.ts'
import { endpoint } from '../../kit/declare/endpoint.ts'
import { InvalidRequest } from '../../kit/declare/errors.ts'
import { DateTime, FreeForm, Nullable, StringEnum } from '../../kit/declare/schema.ts'
import { parseJson, readJson } from './json.ts'
import { createValidator } from './validate.ts'
import { type ShownViolation, showViolations } from './violations.ts'

/** Returns the violations of a body or a query. */
function violations(schema: TSchema, value: unknown, part: 'body' | 'query' = 'body'): readonly ShownViolation[] {
  const declared = endpoint({
    id: 'things.create',
    route: 'POST /v1/things',
    summary: 'Create a thing',
    access: 'write',
    scope: 'full',
    [part]: schema,
    reply: Type.Object({}),
    example: { reply: {} },
  })
  const sent = { params: {}, query: {}, body: {}, [part]: value }
  try {
    createValidator(declared).all(sent, new Date())
    return []
  } catch (error) {
    assert.ok(error instanceof InvalidRequest)
    return showViolations(error.violations, sent)
  }
}

const field = (schema: TSchema) => Type.Object({ f: schema }, { additionalProperties: false })
const momentType = (text: string) => violations(field(DateTime), { f: text })[0]?.type
const queryType = (schema: TSchema, text: unknown) => violations(field(schema), { f: text }, 'query')[0]?.type
const Sub = Type.Object({ name: Type.String() }, { title: 'Sub' })

/** The schema of one field, its input, and the violation that pydantic v2 would report. */
const cases: Record<string, [schema: TSchema, sent: unknown, type: string, msg: string, ctx?: object]> = {
  'a string is expected': [Type.String(), 5, 'string_type', 'Input should be a valid string'],
  'a string is expected, not null': [Type.String(), null, 'string_type', 'Input should be a valid string'],
  'a string or null is expected': [Nullable(Type.String()), [], 'string_type', 'Input should be a valid string'],
  'an integer is expected': [Type.Integer(), '5', 'int_type', 'Input should be a valid integer'],
  'an integer is expected, not a fraction': [
    Type.Integer(),
    1.5,
    'int_from_float',
    'Input should be a valid integer, got a number with a fractional part',
  ],
  'a number is expected': [Type.Number(), '1.5', 'float_type', 'Input should be a valid number'],
  'a boolean is expected': [Type.Boolean(), 1, 'bool_type', 'Input should be a valid boolean'],
  'a list is expected': [Type.Array(Type.String()), {}, 'list_type', 'Input should be a valid list'],
  'an object is expected': [FreeForm(), [], 'dict_type', 'Input should be a valid dictionary'],
  'an object or null is expected': [Nullable(Sub), 5, 'dict_type', 'Input should be a valid dictionary'],
  'a string is too short': [
    Type.String({ minLength: 1 }),
    '',
    'string_too_short',
    'String should have at least 1 character',
    { min_length: 1 },
  ],
  'a string is too long': [
    Type.String({ maxLength: 2 }),
    'abc',
    'string_too_long',
    'String should have at most 2 characters',
    { max_length: 2 },
  ],
  'a string does not match': [
    Type.String({ pattern: '^\\d{6}$' }),
    'x',
    'string_pattern_mismatch',
    "String should match pattern '^\\d{6}$'",
    { pattern: '^\\d{6}$' },
  ],
  'a value is not in the list': [
    StringEnum(['hide', 'unhide', 'delete']),
    'burn',
    'enum',
    "Input should be 'hide', 'unhide' or 'delete'",
    { expected: "'hide', 'unhide' or 'delete'" },
  ],
  'a value of another type is not in the list either': [
    StringEnum(['live', 'test']),
    5,
    'enum',
    "Input should be 'live' or 'test'",
    { expected: "'live' or 'test'" },
  ],
  'null is not shown in a list that takes it': [
    Nullable(StringEnum(['a'])),
    'b',
    'enum',
    "Input should be 'a'",
    { expected: "'a'" },
  ],
  'a list has too few items': [
    Type.Array(Type.String(), { minItems: 1 }),
    [],
    'too_short',
    'List should have at least 1 item after validation, not 0',
    { field_type: 'List', min_length: 1, actual_length: 0 },
  ],
  'a list has too many items': [
    Type.Array(Type.String(), { maxItems: 2 }),
    ['a', 'b', 'c'],
    'too_long',
    'List should have at most 2 items after validation, not 3',
    { field_type: 'List', max_length: 2, actual_length: 3 },
  ],
  'a number is too small': [
    Type.Integer({ minimum: 1 }),
    0,
    'greater_than_equal',
    'Input should be greater than or equal to 1',
    { ge: 1 },
  ],
  'a number is too large': [
    Type.Integer({ maximum: 100 }),
    101,
    'less_than_equal',
    'Input should be less than or equal to 100',
    { le: 100 },
  ],
  'a number is not above': [
    Type.Number({ exclusiveMinimum: 0 }),
    0,
    'greater_than',
    'Input should be greater than 0',
    { gt: 0 },
  ],
  'a number is not below': [
    Type.Number({ exclusiveMaximum: 1 }),
    1,
    'less_than',
    'Input should be less than 1',
    { lt: 1 },
  ],
}

for (const [what, [schema, sent, type, msg, ctx]] of Object.entries(cases))
  test(`${what}: ${type}`, () => {
    const [violation, ...more] = violations(field(schema), { f: sent })
    assert.deepEqual(more, [])
    assert.deepEqual(violation, { type, loc: ['body', 'f'], msg, input: sent, ...(ctx && { ctx }) })
  })

test('a missing field shows its parent object, an unknown field its input', () => {
  const schema = Type.Object({ a: Type.String(), deep: Type.Array(Sub) }, { additionalProperties: false })
  assert.deepEqual(violations(schema, { deep: [{}] }), [
    { type: 'missing', loc: ['body', 'a'], msg: 'Field required', input: { deep: [{}] } },
    { type: 'missing', loc: ['body', 'deep', 0, 'name'], msg: 'Field required', input: {} },
  ])
  assert.deepEqual(violations(schema, { a: 'x', deep: [], b: [1] }), [
    { type: 'extra_forbidden', loc: ['body', 'b'], msg: 'Extra inputs are not permitted', input: [1] },
  ])
})

test('existing times are accepted in every RFC 3339 format, others are datetime_parsing', () => {
  const good = [
    '2026-01-31T12:00:00Z',
    '2026-01-31 12:00:00.123456+05:30',
    '2024-02-29t00:00:00z',
    '2026-01-31T12:00Z',
    '2026-01-31 12:00+05:30',
    '0001-01-01T00:00:00Z',
  ]
  for (const text of good) assert.equal(momentType(text), undefined, text)
  const bad = [
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00',
    '2026-01-31T12Z',
    '2026-01-31T12:00.5Z',
    '2026-01-31T12:60Z',
    '2026-01-31T25:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
  ]
  const worse = ['2026-01-31T24:00:01Z', '2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '+102026-01-01T00:00:00Z', '']
  for (const text of [...bad, ...worse]) assert.equal(momentType(text), 'datetime_parsing', text)
})

test('a body that is not an object is model_attributes_type, no body is missing', () => {
  const schema = field(Type.String())
  for (const body of [[], 'text', 5, true]) {
    const [violation] = violations(schema, body)
    assert.deepEqual([violation?.type, violation?.loc], ['model_attributes_type', ['body']], JSON.stringify(body))
  }
  for (const body of [undefined, null])
    assert.deepEqual(violations(schema, body), [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }])
})

test('a query value that cannot be parsed is int_parsing, float_parsing or bool_parsing', () => {
  for (const text of ['1', '-0']) assert.equal(queryType(Type.Integer(), text), undefined, text)
  for (const text of ['x', '1.5', '', '1 2', '1e1', '1e400', '0x10', 'Infinity', ['1', '2']])
    assert.equal(queryType(Type.Integer(), text), 'int_parsing')
  assert.equal(queryType(Type.Number(), 'x'), 'float_parsing')
  assert.equal(queryType(Type.Boolean(), 'true'), undefined)
  assert.equal(queryType(Type.Boolean(), 'yes'), 'bool_parsing')
  assert.equal(queryType(Type.String(), ['a', 'b']), 'string_type')
  assert.equal(queryType(Type.String(), 'a\0b'), 'string_unicode')
})

test('secrets are never echoed: not by name, not by shape, not inside an echoed value', () => {
  const secret = 'hunter2hunter2'
  const schema = Type.Object({ name: Type.String() }, { additionalProperties: false })
  const closed = field(Type.Object({ pin: Type.Integer(), code: Type.Integer(), access_token: Type.Integer() }))
  const hidden = [
    ...violations(closed, { f: { pin: secret, code: secret, access_token: secret } }),
    ...violations(schema, {
      password: secret,
      client_secret: secret,
      credentials: { user: secret },
      Authorization: secret,
    }),
    ...violations(schema, { nested: { api_key: secret, list: [{ refresh_token: secret }] } }),
  ]
  assert.equal(hidden.length, 10)
  assert.doesNotMatch(JSON.stringify(hidden), /hunter2/)
  const shaped = ['qk_live_0123456789abcdef', 'whsec_0123456789abcdef', 'postgres://me:0123456789abcdef@db/x']
  for (const text of shaped) {
    const told = violations(schema, { name: [text], note: text })
    assert.doesNotMatch(JSON.stringify(told), /0123456789abcdef/)
  }
})

test('the input is shown without defaults, and a query as text', () => {
  const schema = Type.Object({ a: Type.String(), b: Type.Integer({ default: 5 }) }, { additionalProperties: false })
  assert.deepEqual(violations(schema, { c: 1 })[0]?.input, { c: 1 })
  assert.deepEqual(violations(schema, { c: '1' }, 'query')[0]?.input, { c: '1' })
  assert.equal(violations(field(Type.Integer({ maximum: 9 })), { f: '10' }, 'query')[0]?.input, '10')
})

test('credentials are echoed by name, without their values', () => {
  const schema = Type.Object({ credentials: Type.Object({ user: Type.String(), password: Type.String() }) })
  const [violation] = violations(schema, { credentials: { user: 'ada', list: ['hunter2'] } })
  assert.deepEqual(violation?.loc, ['body', 'credentials', 'password'])
  assert.deepEqual(violation?.input, { user: '[redacted]', list: ['[redacted]'] })
})

const URLS: Record<string, string> = {
  'https://user:hunter2@example.com/a': 'https://[redacted]@example.com/a',
  'https://hunter2@example.com/a': 'https://[redacted]@example.com/a',
  'https://user:hun@ter2@example.com': 'https://[redacted]@example.com',
  'https://user:hun/ter2@example.com': 'https://[redacted]@example.com',
  'user:hunter2@example.com': 'user:[redacted]@example.com',
  '//user:hunter2@example.com': '//[redacted]@example.com',
  [`https://user:${'hunter2'.repeat(2000)}@example.com`]: 'https://[redacted]@example.com',
  'https://example.com/@ada': 'https://example.com/@ada',
  'https://example.com:8080/@ada': 'https://example.com:8080/@ada',
}

test('the user info of a URL is not echoed, even if the URL is malformed', () => {
  const schema = Type.Object({}, { additionalProperties: false })
  for (const [url, shown] of Object.entries(URLS))
    assert.deepEqual(violations(schema, { webhook_url: url })[0]?.input, shown, url.slice(0, 60))
  const text = 'see https://user:hunter2@example.com and ftp://hunter2@example.com'
  assert.doesNotMatch(JSON.stringify(violations(schema, { note: text })), /hunter2/)
})

test('echoed input is short', () => {
  const long = violations(field(Type.Integer()), { f: 'x'.repeat(10_000) })
  assert.equal(String(long[0]?.input).length, 257)
  const wide = violations(field(Type.Integer()), { f: Array(5000).fill('x') })
  const shown = wide[0]?.input as string[]
  assert.deepEqual([shown.length < 500, shown[0], shown.at(-1)], [true, 'x', '…'])
  const empty = violations(field(Type.Integer()), { f: Array(100_000).fill('') })
  assert.ok(JSON.stringify(empty[0]?.input).length < 4000)
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, n]))
  const object = violations(field(Type.Integer()), { f: keys })[0]?.input as object
  assert.ok(Object.keys(object).length < 200 && '…' in object && JSON.stringify(object).length < 4000)
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]))
  assert.equal(violations(field(Type.Optional(Type.Integer())), many).length, 50)
})

test('a list that is too long is not validated, and only the first invalid items of a list are reported', () => {
  const list = field(Type.Array(Type.String(), { maxItems: 100_000 }))
  assert.deepEqual(
    violations(list, { f: Array(100_001).fill(1) }).map(({ type }) => type),
    ['too_long'],
  )
  const named = violations(list, { f: Array(100_000).fill(1) })
  assert.deepEqual([named.length, named.at(-1)?.loc], [50, ['body', 'f', 49]])
})

test('a completely invalid branch of a union does not make the next one valid', () => {
  const [wrong, right] = [Type.Array(Type.Integer()), Type.Array(Type.String())]
  const either = field(Type.Union([wrong, right]))
  assert.ok(violations(either, { f: [...Array(200).fill('x'), true] }).length > 0)
  assert.deepEqual(violations(either, { f: Array(200).fill('x') }), [])
})

test('long field names are shortened', () => {
  const [violation] = violations(field(Type.Optional(Type.Integer())), { ['x'.repeat(1_000_000)]: 1 })
  assert.deepEqual([String(violation?.loc[1]).length, violation?.input], [257, '[redacted]'])
})

test('a body with too many values, fields or levels is refused before it is parsed', () => {
  const refused = (text: string) => {
    try {
      readJson(Buffer.from(text))
      return undefined
    } catch (error) {
      return (error as InvalidRequest).violations[0]?.ctx?.['error']
    }
  }
  const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"f${n}":","`).join()}}`
  assert.equal(refused(`[${'1,'.repeat(150_000)}1]`), undefined)
  assert.match(String(refused(`[${'1,'.repeat(150_001)}1]`)), /more than 150000 values/)
  assert.equal(refused(fields(10_000)), undefined)
  assert.match(String(refused(fields(10_001))), /more than 10000 fields/)
  assert.equal(refused(`${'['.repeat(200)}${']'.repeat(200)}`), undefined)
  assert.match(String(refused(`${'['.repeat(201)}${']'.repeat(201)}`)), /deeper than 200 levels/)
  assert.equal(refused(`["${'\\"[{:,'.repeat(20_000)}"]`), undefined)
})

const syntax: Record<string, [text: string, position: number, reason: string]> = {
  'a bare word': ['{"name": x}', 9, "Unexpected token 'x'"],
  'a bare word far in': [`{"${'a'.repeat(60)}": secretword, "b": "${'c'.repeat(60)}"}`, 65, "Unexpected token 's'"],
  'a missing value': ['{"name": }', 9, "Unexpected token '}'"],
  'a comma too many': ['{"a": 1,}', 8, 'Expected double-quoted property name'],
  'a comma too few': ['{"a": 1 "b": 2}', 8, "Expected ',' or '}' after property value"],
  'single quotes': ["{'a': 1}", 1, "Expected property name or '}'"],
  'a text cut short': ['{"a": "b', 8, 'Unterminated string'],
  'a body cut short': ['{"a": ', 6, 'Unexpected end of JSON input'],
  'a newline in a string': ['{"a": "b\n"}', 8, 'Bad control character in string literal'],
  'a wrong escape': ['{"a": "\\x"}', 8, 'Bad escaped character'],
  'a second value': ['{} {}', 3, 'Unexpected non-whitespace character'],
  'not a number': ['{"a": NaN}', 6, "Unexpected token 'N'"],
  'a leading zero': ['{"a": 01}', 7, 'Unexpected number'],
}

for (const [what, [text, position, reason]] of Object.entries(syntax))
  test(`JSON with ${what} is json_invalid at its position`, () => {
    assert.throws(
      () => parseJson(text),
      (error: InvalidRequest) => {
        const ctx = { error: reason }
        const told = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', ctx }
        assert.deepEqual(error.violations, [told])
        return true
      },
    )
  })

test('the position is found in a large body too, and quickly', async () => {
  const text = `{"a": [${'1, '.repeat(10_000)}oops]}`
  const ms = await processorMs(() =>
    assert.throws(
      () => parseJson(text),
      (error: InvalidRequest) => error.violations[0]?.loc[1] === text.indexOf('oops'),
    ),
  )
  assert.ok(ms < 500, `${ms} ms`)
})
