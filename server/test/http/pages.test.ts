import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { routes } from '../../src/http/catalogue.ts'
import { PAGE_BYTES_MAX } from '../../src/kit/declare/page.ts'
import { BYTES_MAX } from '../../src/kit/declare/schema.ts'
import { boot } from '../support/harness.ts'

const world = await boot()

/** Follows the cursors to the end. Returns the number of items and bytes of each page. */
async function walk(path: string) {
  const pages: { items: { id?: string; row?: number }[]; bytes: number }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, text, body } = await world.live('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    assert.equal(status, 200, text)
    assert.equal(body.has_more, body.next_cursor !== null)
    pages.push({ items: body.data, bytes: Buffer.byteLength(text) })
    cursor = body.next_cursor
  }
  return pages
}

async function insertProfiles(name: string, count: number, metadata: string) {
  const { db, workspaceId, ctx } = world
  for (let n = 0; n < count; n++)
    await db`
      insert into profiles (workspace_id, id, name, metadata, created_at, updated_at)
      values (${workspaceId}, ${ctx.ids.next('profile')}, ${name}, ${metadata}::text::jsonb, now(), now())`
}

test('a page ends at its byte limit, says that there is more, and loses nothing', async () => {
  await insertProfiles('small', 3, '{}')
  await insertProfiles('large', 30, JSON.stringify({ text: 'x'.repeat(200_000) }))
  await insertProfiles('larger than a page', 2, JSON.stringify({ text: 'x'.repeat(2 * PAGE_BYTES_MAX) }))
  await insertProfiles('small', 3, '{}')
  const pages = await walk('/v1/profiles')
  for (const { bytes } of pages) assert.ok(bytes < 3.1 * PAGE_BYTES_MAX, `${bytes} bytes: a page and its last item`)
  const seen = pages.flatMap(({ items }) => items.map(({ id }) => id))
  assert.equal(seen.length, 38)
  assert.equal(new Set(seen).size, 38)
  assert.ok(pages.length >= 7 && pages.length < 15, `${pages.length} pages`)
})

test('rows are measured by the length of their text', async () => {
  const other = await world.neighbour()
  const numbers = JSON.stringify({ n: Array.from({ length: 2600 }, () => 1e300) })
  await world.db`
    insert into profiles (workspace_id, id, name, metadata, created_at, updated_at)
    select ${other.workspaceId}, 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9' || lpad(n::text, 2, '0'), 'n', ${numbers}::text::jsonb, now(), now()
    from generate_series(10, 49) as n`
  const { body } = await other.live('GET', '/v1/profiles?limit=100')
  assert.ok(body.data.length <= 3, `${body.data.length} rows of 800 kB in the database`)
  assert.equal(body.has_more, true)
})

test('job results are paged by bytes, and their file has all of them', async () => {
  const wide = `${'column_'.repeat(1000)}x`
  const csv =
    ['query', wide].join(',') + Array.from({ length: 300 }, (_, n) => `\nnone ${n},${'y'.repeat(4000)}`).join('')
  const gift = { kind: 'manual', source: 'pages', amount: 1e6, expiresAt: null } as const
  await grantCredits(world.ctx, world.db, world.workspaceId, gift)
  const made = await world.live('POST', '/v1/bulk/jobs', { action: 'search/people', csv_text: csv, limit: 1 })
  assert.equal(made.status, 202, made.text)
  const pages = await walk(`/v1/bulk/jobs/${made.body.id}/results`)
  assert.deepEqual(
    pages.flatMap(({ items }) => items.map(({ row }) => row)),
    Array.from({ length: 300 }, (_, n) => n + 1),
  )
  for (const { bytes } of pages) assert.ok(bytes < 2.5 * PAGE_BYTES_MAX, `${bytes} bytes`)
  const file = await world.live('GET', `/v1/bulk/jobs/${made.body.id}/results?format=ndjson`)
  assert.equal(file.text.trim().split('\n').length, 300)
})

test('a free-form object beyond its limit gets 422 with the limit', async () => {
  const send = (length: number) =>
    world.live('POST', '/v1/profiles', { name: 'n', metadata: { text: 'ä'.repeat(length) } })
  assert.equal((await send(8000)).status, 201)
  const { status, body } = await send(8192)
  assert.equal(status, 422)
  const [{ type, loc, msg, ctx }] = body.detail
  assert.deepEqual([type, loc], ['too_long', ['body', 'metadata']])
  assert.match(msg, /at most 16384 bytes/)
  assert.deepEqual(ctx, { field_type: 'Dict', max_length: 16_384 })
})

interface Schema {
  readonly type?: string | readonly string[]
  readonly additionalProperties?: unknown
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly [key: string]: unknown
}

/** Lists the parts of a request that accept any content of any length. */
function listUnboundedParts(schema: Schema | undefined, path: string): string[] {
  if (!schema || schema[BYTES_MAX] !== undefined) return []
  const { additionalProperties: rest, properties = {}, items, anyOf = [], allOf = [] } = schema
  const isFree = [schema.type].flat().includes('object') && rest !== undefined && rest !== false
  return [
    ...(isFree ? [path] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => listUnboundedParts(inner, `${path}.${name}`)),
    ...listUnboundedParts(items, `${path}[]`),
    ...[anyOf, allOf].flat().flatMap((inner) => listUnboundedParts(inner as Schema, path)),
  ]
}

test('every free-form object in a request has its own limit', () => {
  const found = routes.flatMap(({ endpoint: { id, body } }) => listUnboundedParts(body as Schema | undefined, id))
  // The fields around the vendor's items are bounded by the body, and a ticket keeps only a few.
  assert.deepEqual(found, ['callbacks.b2b_email'])
})

const hasAll = (schema: unknown, names: readonly string[]) =>
  names.every((name) => name in ((schema as Schema | undefined)?.properties ?? {}))

test('every list accepts limit and cursor', () => {
  const lists = routes.filter(
    ({ endpoint: { method, reply } }) => method === 'GET' && hasAll(reply, ['data', 'has_more', 'next_cursor']),
  )
  assert.ok(lists.length > 30)
  const refusing = lists.filter(({ endpoint }) => !hasAll(endpoint.query, ['limit', 'cursor']))
  assert.deepEqual(
    refusing.map(({ endpoint }) => endpoint.id),
    [],
  )
})

test('in-memory lists are paged like all others, with a live key and with a test key', async () => {
  for (const client of [world.live, world.test])
    for (const [path, key] of [
      ['/v1/webhooks/events', 'type'],
      ['/v1/data/workflows', 'name'],
      ['/v1/meta/actions', 'action'],
    ] as const) {
      const whole = await client('GET', `${path}?limit=100`)
      assert.deepEqual([whole.status, whole.body.has_more, whole.body.next_cursor], [200, false, null], whole.text)
      const seen: unknown[] = []
      for (let query = '?limit=2'; query !== ''; ) {
        const { status, text, body } = await client('GET', `${path}${query}`)
        assert.equal(status, 200, text)
        assert.ok(body.data.length <= 2)
        seen.push(...body.data)
        query = body.next_cursor === null ? '' : `?limit=2&cursor=${body.next_cursor}`
      }
      assert.ok(seen.length > 2, path)
      assert.deepEqual(seen, whole.body.data)
      assert.equal(new Set(seen.map((item) => (item as Record<string, unknown>)[key])).size, seen.length)
      assert.equal((await client('GET', `${path}?cursor=nonsense`)).status, 422)
    }
})
