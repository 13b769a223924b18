import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from './browser.ts'

/** Half of this suite walks pages in a browser: that none of it ran must not look like success. */
test('there is a browser, or WITHOUT_BROWSER says that its tests may be skipped', () => {
  if (process.env['WITHOUT_BROWSER']) return
  assert.equal(
    skip,
    false,
    `No page was tested. ${skip}. Install one (apt install chromium), name one in QUOIN_BROWSER, or set WITHOUT_BROWSER=yes to go without.`,
  )
})
