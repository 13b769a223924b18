import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const CALLS = 200
const PERMUTATIONS = 2000
const PASSWORD = 'correct horse battery'

type Send = (email: string, network: string) => Promise<Response>

/** Calls that take an address, with that of a user and of no one: the answers must not differ in time. */
export async function bench(): Promise<Report> {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const quoin = await startQuoin({
    SIGN_UP: 'open',
    TRUST_PROXY: 'loopback',
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    MAIL_FROM: 'quoin@example.com',
  })
  try {
    await addUsers(quoin.url)
    const rows: TimingComparison[] = []
    for (const [name, send] of Object.entries(callsTo(quoin.url))) rows.push(await compare(name, send))
    return report(rows)
  } finally {
    await quoin.stop()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  }
}

function callsTo(url: string): Record<string, Send> {
  const post = (path: string, body: object, network: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify(body),
    })
  return {
    'sign-in, wrong password': (email, network) =>
      post('/v1/auth/sign-in', { email, password: 'wrong horse battery' }, network),
    'sign-up, wrong invitation': (email, network) =>
      post('/v1/auth/sign-up', { email, name: 'Ada', password: PASSWORD, invitation: 'x'.repeat(43) }, network),
    'link to sign in': (email, network) => post('/v1/auth/links', { email, kind: 'magic' }, network),
    'link to set a password': (email, network) => post('/v1/auth/links', { email, kind: 'reset' }, network),
  }
}

interface TimingComparison {
  readonly name: string
  readonly known: number
  readonly unknown: number
  /** What shuffled labels differ by at most, 999 times of 1,000. */
  readonly noise: number
}

let networks = 0

/** Every call comes from a network of its own, and is one of few for its address, so that no throttle meets it. */
function nextNetwork(): string {
  networks++
  return `198.18.${networks >> 8}.${networks & 255}`
}

async function compare(name: string, send: Send): Promise<TimingComparison> {
  const tag = name.replaceAll(/\W+/g, '-')
  for (let n = 0; n < 20; n++) await time(send, `warm-${tag}-${n}@example.com`)
  const known: number[] = []
  const unknown: number[] = []
  const turns = Array.from({ length: CALLS }, (_, n) => [
    async () => known.push(await time(send, `known-${n}@example.com`)),
    async () => unknown.push(await time(send, `other-${n}@example.com`)),
  ]).flat()
  // In random order: a message that is sent afterwards slows whatever comes next.
  for (const turn of shuffle(turns)) await turn()
  return {
    name,
    known: computeMedian(known),
    unknown: computeMedian(unknown),
    noise: estimateNoise([...known, ...unknown]),
  }
}

async function addUsers(url: string): Promise<void> {
  for (let n = 0; n < CALLS; n++) {
    const reply = await fetch(`${url}/v1/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': nextNetwork() },
      body: JSON.stringify({ email: `known-${n}@example.com`, name: 'Ada', password: PASSWORD }),
    })
    if (!reply.ok) throw new Error(`sign-up answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
}

async function time(send: Send, email: string): Promise<number> {
  const started = performance.now()
  const reply = await send(email, nextNetwork())
  await reply.arrayBuffer()
  if (reply.status === 429 || reply.status >= 500) throw new Error(`a call answered ${reply.status}`)
  return performance.now() - started
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

function shuffle<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** The difference of medians that chance alone makes: of the same times with shuffled labels. */
function estimateNoise(times: readonly number[]): number {
  const differences = Array.from({ length: PERMUTATIONS }, () => {
    const values = shuffle(times)
    return Math.abs(computeMedian(values.slice(0, CALLS)) - computeMedian(values.slice(CALLS)))
  })
  return differences.toSorted((a, b) => a - b)[Math.floor(PERMUTATIONS * 0.999)] ?? 0
}

function report(rows: readonly TimingComparison[]): Report {
  const lines = rows.map(({ name, known, unknown, noise }) => [
    name,
    `${known.toFixed(2)} ms`,
    `${unknown.toFixed(2)} ms`,
    `${(known - unknown).toFixed(2)} ms`,
    `${noise.toFixed(2)} ms`,
  ])
  return {
    title: 'Account enumeration by timing',
    text: `Sign-in calls must take the same time for known and unknown addresses. Medians of ${CALLS} calls each, in random order, one at a time,
each from another network. Noise is the 99.9th percentile of the difference when the labels are shuffled.

${table(['call', 'known', 'unknown', 'difference', 'noise'], lines)}`,
    bars: rows.map(({ name, known, unknown, noise }) => ({
      what: `difference over noise, ${name}`,
      is: Math.abs(known - unknown) / noise,
      atMost: 1,
    })),
  }
}
