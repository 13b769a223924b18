import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { bootPortal, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

const ROWS = Array.from({ length: 10_000 }, (_, n) => ({
  id: `dlv_${n}`,
  endpoint_id: 'wh_1',
  event_type: 'review.new',
  event_id: `evt_${n}`,
  status: n % 7 === 0 ? 'dead' : 'delivered',
  attempt: n % 7 === 0 ? 8 : 1,
  next_attempt_at: null,
  last_response_code: n % 7 === 0 ? 500 : 204,
  last_error: null,
  delivered_at: null,
  created_at: new Date(Date.now() - n * 1000).toISOString(),
}))
const FRAMES = 120
/** Pixels per frame when scrolling fast: six rows. */
const STEP = 300
/** Processor time per frame, so that other programs do not count. At 60 Hz a frame has 16.7 ms. */
const FRAME_MS_MAX = 12

const SCROLL = `new Promise((resolve) => {
  let frames = 0
  const next = () => {
    scrollBy(0, ${STEP})
    if (++frames < ${FRAMES}) requestAnimationFrame(next)
    else resolve(frames)
  }
  requestAnimationFrame(next)
})`

test('a list of 10,000 rows scrolls within its frame budget, and its end is drawn at once', {
  skip,
}, async (t) => {
  const { page, problems } = await world.open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let isAnswered = false
  await page.route('**/v1/webhooks/deliveries?*', async (route) => {
    if (!isAnswered) await route.fulfill({ json: { data: ROWS, has_more: false, next_cursor: null } })
    isAnswered = true
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const measure = async (act: () => Promise<unknown>) => {
    const before = await busyMs()
    await act()
    return (await busyMs()) - before
  }
  const drawn = await measure(async () => {
    await page.locator('nav a[href="/webhooks/deliveries"]').click()
    await page.locator(`[aria-rowcount="${ROWS.length + 1}"]`).waitFor()
  })
  const scrolled = await measure(() => page.evaluate(SCROLL))
  const jumped = await measure(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.locator('.list-rows:last-child > .list-row:last-child').waitFor()
  })
  const selected = await measure(async () => {
    await page
      .getByRole('checkbox', { name: /^Select review.new/, disabled: false })
      .last()
      .check()
    await page.getByText('1 selected').waitFor()
  })
  t.diagnostic(
    `${drawn.toFixed(0)} ms to draw, ${(scrolled / FRAMES).toFixed(1)} ms for a frame, ${jumped.toFixed(0)} ms to the end, ${selected.toFixed(0)} ms to select`,
  )
  assert.ok(scrolled / FRAMES < FRAME_MS_MAX, `${scrolled / FRAMES} ms for a frame`)
  assert.deepEqual(problems, [])
})
