import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from './browser.ts'

/** Half of this suite runs in a browser. A run that skipped all of it must not look like success. */
test('a browser is available, or WITHOUT_BROWSER allows its tests to be skipped', () => {
  if (process.env['WITHOUT_BROWSER']) return
  assert.equal(
    skip,
    false,
    `No page was tested. ${skip}. Install one (apt install chromium), name one in QUOIN_BROWSER, or set WITHOUT_BROWSER=yes to go without.`,
  )
})
