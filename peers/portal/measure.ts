import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { median } from '../../server/bench/rig/load.ts'
import { type Report, table } from '../../server/bench/rig/report.ts'
import { WATCH_SHIFTS } from './layout-shift.ts'
import { type OwnServer, shown, startOwnServer } from './own-server.ts'

const ROUNDS = 3
/** A slow line: 1.6 Mbit/s, and 150 ms from a request to its response. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
/** Pages that people open first: from a bookmark, a mail or a notification. */
const SLOW_PATHS = ['/', '/calendar', '/posts', '/inbox', '/analytics', '/requests']
// The portal's own list of areas. Its types need JSX and the DOM, which this suite's configuration lacks.
const list = '../../portal/src/app/areas.ts'

/** Records when the title of a page is drawn: from then on the page responds to the mouse and the keyboard. */
const WATCH_TITLE = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return
    observer.disconnect()
    requestAnimationFrame(() => { globalThis.interactiveMs = performance.now() })
  }).observe(document, { childList: true, subtree: true })`

interface PageLoad {
  readonly interactiveMs: number
  readonly completeMs: number
  readonly shift: number
  /** Responses that arrived before the page was interactive. */
  readonly requests: number
}

/** Opens every page of the portal in a browser with an empty cache. */
export async function bench(): Promise<Report> {
  const { areas } = (await import(list)) as { areas: { pages: { path: string }[] }[] }
  const paths = areas.flatMap(({ pages }) => pages.map(({ path }) => path)).filter((path) => !path.includes(':'))
  const server = await startOwnServer()
  const results: [string, PageLoad][] = []
  const slow: [string, PageLoad][] = []
  try {
    for (const path of paths) {
      const rounds: PageLoad[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await open(await server.fresh(), server.quoin.url + path))
      results.push([path, medians(rounds)])
    }
    for (const path of SLOW_PATHS) slow.push([path, await measureSlow(server, path)])
  } finally {
    await server.stop()
  }
  return report(results, slow)
}

async function measureSlow(server: OwnServer, path: string): Promise<PageLoad> {
  const rounds: PageLoad[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await open(await server.fresh(), server.quoin.url + path, { isSlow: true }))
  return medians(rounds)
}

async function open(context: BrowserContext, url: string, { isSlow = false } = {}): Promise<PageLoad> {
  const page = await context.newPage()
  if (isSlow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW_LINE)
  await page.addInitScript(WATCH_SHIFTS)
  await page.addInitScript(WATCH_TITLE)
  await page.goto(url)
  await shown(page)
  const completeMs = Number(await page.evaluate('performance.now()'))
  await page.waitForFunction('globalThis.interactiveMs !== undefined')
  const interactiveMs = Number(await page.evaluate('interactiveMs'))
  const shift = Number(await page.evaluate('layoutShift'))
  const requests = Number(
    await page.evaluate(
      `1 + performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= interactiveMs).length`,
    ),
  )
  await context.close()
  return { interactiveMs, completeMs, shift, requests }
}

function medians(rounds: readonly PageLoad[]): PageLoad {
  return {
    interactiveMs: median(rounds.map(({ interactiveMs }) => interactiveMs)),
    completeMs: median(rounds.map(({ completeMs }) => completeMs)),
    shift: Math.max(...rounds.map(({ shift }) => shift)),
    requests: Math.max(...rounds.map(({ requests }) => requests)),
  }
}

function report(results: readonly [string, PageLoad][], slow: readonly [string, PageLoad][]): Report {
  const { load } = JSON.parse(readFileSync(join(import.meta.dirname, '../../portal/dist/manifest.json'), 'utf8')) as {
    load: { first: number; pages: Record<string, number> }
  }
  const pageSizes = Object.entries(load.pages).filter(([name]) => name.endsWith('-page.tsx'))
  const largestPage = Math.max(...pageSizes.map(([, bytes]) => bytes))
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
  const row = (what: string, key: keyof PageLoad, format: (value: number) => string) => {
    const [path, worst] = results.reduce((most, each) => (each[1][key] > most[1][key] ? each : most))
    const typical = median(results.map(([, page]) => page[key]))
    return [what, format(typical), format(worst[key]), `\`${path}\``]
  }
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return {
    title: 'Portal',
    text: `
${results.length} pages in Chromium over loopback with an empty cache: until the title is drawn and the page responds to mouse and keyboard,
until it shows its data from the API, and its layout shift (the maximum of the rounds). Medians of ${ROUNDS} rounds. The server,
PostgreSQL and the browser share the machine.

${table(
  ['', 'median page', 'worst page', ''],
  [
    row('interactive', 'interactiveMs', ms),
    row('complete', 'completeMs', ms),
    row('layout shift', 'shift', (value) => value.toFixed(3)),
  ],
)}

On a slow line (1.6 Mbit/s, 150 ms), with an empty cache:

${table(
  ['page', 'requests until interactive', 'interactive', 'complete'],
  slow.map(([path, { requests, interactiveMs, completeMs }]) => [
    `\`${path}\``,
    String(requests),
    ms(interactiveMs),
    ms(completeMs),
  ]),
)}

The first load is ${kilobytes(load.first)} of JavaScript (gzip); the largest page adds ${kilobytes(largestPage)}.`,
    bars: [
      {
        what: 'ms until interactive, slowest page',
        is: Math.max(...results.map(([, r]) => r.interactiveMs)),
        atMost: 1000,
      },
      { what: 'requests until interactive', is: Math.max(...slow.map(([, r]) => r.requests)), atMost: 12 },
      {
        what: 'ms until interactive on a slow line, slowest page',
        is: Math.max(...slow.map(([, r]) => r.interactiveMs)),
        atMost: 2000,
      },
      { what: 'layout shift', is: Math.max(...results.map(([, r]) => r.shift)), atMost: 0.02 },
      { what: 'kB of JavaScript for the first load, gzip', is: load.first / 1000, atMost: 160 },
      { what: 'kB more for the largest page', is: largestPage / 1000, atMost: 60 },
    ],
  }
}
