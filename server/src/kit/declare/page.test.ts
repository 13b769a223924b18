import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidRequest } from './errors.ts'
import { afterId, takeFirstPage, toPage } from './page.ts'

const ids = Array.from({ length: 5 }, (_, n) => `prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9A${5 - n}`)
const rows = ids.map((id) => ({ id }))

test('the extra row only shows that there is more; the cursor is the last row returned', () => {
  const page = toPage(takeFirstPage(rows, 4), (row) => row.id)
  assert.deepEqual([page.data, page.has_more], [ids.slice(0, 4), true])
  assert.equal(afterId(page.next_cursor ?? undefined), ids[3])
  assert.deepEqual(
    toPage(takeFirstPage(rows, 5), (row) => row.id),
    { data: ids, has_more: false, next_cursor: null },
  )
  assert.deepEqual(
    toPage(takeFirstPage<{ id: string }>([], 5), () => 1),
    { data: [], has_more: false, next_cursor: null },
  )
})

test('without a cursor a page starts at the newest; a bare ULID is a cursor too', () => {
  assert.equal(afterId(undefined), undefined)
  const ulid = '01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
  assert.equal(afterId(Buffer.from(ulid).toString('base64url')), ulid)
})

test('a cursor that no list returned is 422 at query.cursor', () => {
  const made = (text: string) => Buffer.from(text).toString('base64url')
  for (const cursor of ['', 'x', '%', made('prof_1'), made(`${ids[0]}'; drop`), made(`${ids[0]}\n`), made('PROF_01')])
    assert.throws(
      () => afterId(cursor),
      (error: unknown) => {
        assert.ok(error instanceof InvalidRequest)
        assert.deepEqual(error.violations[0]?.loc, ['query', 'cursor'])
        return true
      },
      cursor,
    )
})
