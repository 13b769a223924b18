import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../../src/kit/declare/endpoint.ts'
import type { Schema } from '../../support/arbitrary.ts'
import { buildUrl, goodRequest } from '../../support/declared-requests.ts'
import { boot, type Client, type Reply } from '../../support/harness.ts'

const world = await boot()
const owner = await world.session({ isOperator: true })

/**
 * Fields with names of the product. A name in a question about people or companies is a search term of the data API, with its
 * own rules.
 */
const NAMES = /^(?:.*_)?(?:name|label|title|actor|filename)$/
const isQuestion = ({ path }: AnyEndpoint) => /^\/v1\/(?:data|bulk)\//.test(path)

interface NamedField {
  readonly endpoint: AnyEndpoint
  readonly path: readonly string[]
  readonly schema: Schema
}

function* listFields(schema: Schema, path: readonly string[] = []): Generator<[readonly string[], Schema]> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield [[...path, name], inner]
    yield* listFields(inner, [...path, name])
  }
  for (const inner of schema.anyOf ?? []) yield* listFields(inner, path)
  if (schema.items) yield* listFields(schema.items, [...path, '0'])
}

const fields: NamedField[] = endpoints
  .filter((endpoint) => endpoint.body && !isQuestion(endpoint))
  .flatMap((endpoint) =>
    [...listFields(endpoint.body as Schema)]
      .filter(([path]) => NAMES.test(path.at(-1) ?? ''))
      .map(([path, schema]) => ({ endpoint, path, schema })),
  )

test('every name in a body is declared as a name', () => {
  assert.ok(fields.length > 20, `${fields.length} names were found`)
  const plain = fields.filter(
    ({ schema }) => schema.format !== 'name' && schema.pattern === undefined && schema.enum === undefined,
  )
  assert.deepEqual(
    plain.map(({ endpoint, path }) => `${endpoint.id} ${path.join('.')}`),
    [],
  )
})

const HIDDEN = {
  'a line break': 'Two\nlines',
  'a carriage return': 'Two\r\nlines',
  'a tabulator': 'Two\tcells',
  'a null character': 'Nu\0ll',
  'an escape': 'Red \u001b[31m',
  'a C1 control character': 'Next\u0085line',
  'a line separator': 'Two\u2028lines',
  'a paragraph separator': 'Two\u2029lines',
  'a right-to-left override': 'exe\u202egpj.txt',
  'a right-to-left embedding': 'a\u202bb',
  'an isolate': 'a\u2067b',
  'a right-to-left mark': 'a\u200fb',
  'a zero-width space': 'pay\u200bpal',
  'a soft hyphen': 'pay\u00adpal',
  'a byte order mark': '\ufeffname',
  'a word joiner': 'pay\u2060pal',
  'a Hangul filler': '\u3164',
  'hidden tag letters': 'Hi \u{e0069}\u{e0067}',
  'a chain of selectors': `a\ufe0f\ufe0f`,
  'a joiner in front': '\u200dname',
  'spaces alone': '   ',
}
const VISIBLE = [
  'Ada Example',
  "Søren O'Neill-Łukasz",
  'مثال',
  'می\u200cخواهم',
  'क्\u200dष',
  '例え 株式会社',
  '葛\u{e0100}',
  'Team 👩‍👩‍👧‍👦 ❤️‍🔥',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Example.com / Ads & Co. (50%)',
]

/** Sends the declared example with another name. Only the schema's verdict on the name counts. */
async function sendName(client: Client, { endpoint, path }: NamedField, name: string): Promise<Reply> {
  const sent = goodRequest(endpoint)
  const body = structuredClone(sent.body) as Record<string, unknown>
  let holder = body
  for (const [at, step] of path.slice(0, -1).entries())
    holder = (holder[step] ??= path[at + 1] === '0' ? [] : {}) as Record<string, unknown>
  holder[path.at(-1) ?? ''] = name
  const headers = endpoint.special.needsIdempotencyKey ? { 'idempotency-key': crypto.randomUUID() } : {}
  return client(endpoint.method, buildUrl(endpoint, sent), body, headers)
}

const isAbout = (reply: Reply, field: NamedField) =>
  reply.status === 422 &&
  reply.body.detail.some(({ loc }: { loc: string[] }) => loc.join('.') === ['body', ...field.path].join('.'))

for (const [what, name] of Object.entries(HIDDEN))
  test(`no name of the product accepts ${what}`, async () => {
    const taken = []
    for (const field of fields.filter(({ schema }) => schema.format === 'name' || schema.pattern === undefined)) {
      const reply = await sendName(owner, field, name)
      if (!isAbout(reply, field))
        taken.push(`${field.endpoint.id} ${field.path.join('.')}: ${reply.status} ${reply.text}`)
    }
    assert.deepEqual(taken, [])
  })

test('the refusal of a name says what a name may contain', async () => {
  const reply = await owner('POST', '/v1/workspaces', { name: 'Two\nlines' })
  assert.equal(reply.status, 422)
  assert.match(reply.body.detail[0].msg, /one line/)
})

test('names in every script, with joined emoji and flags, are accepted', async () => {
  for (const name of VISIBLE) {
    const reply = await world.live('POST', '/v1/profiles', { name })
    assert.deepEqual([reply.status, reply.body.name], [201, name], reply.text)
  }
})
