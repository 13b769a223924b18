import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accessTable } from '../../gen/access.ts'

test('the access and price of every route match the agreed table', async () => {
  const agreed = readFileSync(new URL('../golden/access.txt', import.meta.url), 'utf8')
  const message =
    'A route, its access or its price has changed. If that is meant, run `npm run gen` and commit server/test/golden/access.txt with it.'
  const content = await accessTable.content()
  assert.deepEqual(content.split('\n'), agreed.split('\n'), message)
})
