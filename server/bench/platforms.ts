import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/kit/config/config.ts'
import { newMasterKey } from '../src/kit/secrets.ts'
import { openRuntime } from '../src/runtime.ts'
import {
  buildPublisherEnv,
  connectPublisher,
  listPostShapes,
  openPublishers,
  type Publisher,
  SAMPLES,
  type Shape,
} from '../test/support/publishers.ts'
import { median } from './rig/load.ts'
import { cpuSeconds } from './rig/machine.ts'
import { type Quoin, startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 10)
const BAR_SECONDS = 3

interface Target {
  readonly platform: string
  readonly status: string
  readonly published_at: string | null
  readonly error: unknown
}

interface Round {
  readonly seconds: number
  readonly cpu: number
  /** The platform that was last. */
  readonly last: string
}

/** A post to every platform at once: the whole product against the fakes of the tests, which run in this process. */
export async function bench(): Promise<Report> {
  const publishers = await openPublishers()
  // Media are processed, and posts are shown, by the time they are asked about.
  for (const { fixture } of publishers) fixture.setPolls?.(0)
  const secret = { QUOIN_MASTER_KEY: newMasterKey() }
  const quoin = await startQuoin({ ...buildPublisherEnv(publishers), ...secret })
  try {
    const accounts = await connectAll(quoin, publishers, secret)
    const media = { image: await upload(quoin, 'image'), video: await upload(quoin, 'video'), document: '' }
    const measure = async (name: string, prefers: (shapes: readonly Shape[]) => Shape | undefined) => {
      const rounds: Round[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const targets = publishers.map((one) => {
          const shape = prefers(listPostShapes(one, `${name} ${round}`))
          const media_ids = shape?.media.map((kind) => media[kind])
          return { account_id: accounts.get(one), content: `${name} ${round}`, media_ids, options: {} }
        })
        rounds.push(await measureRound(quoin, targets))
      }
      return rounds
    }
    const pictures = await measure('picture', (shapes) => shapes.find(({ name }) => name === 'image') ?? shapes[0])
    const films = await measure('film', (shapes) => shapes.find(({ name }) => name !== 'thread'))
    return report(publishers.length, { pictures, films })
  } finally {
    await quoin.stop()
  }
}

async function connectAll(quoin: Quoin, publishers: readonly Publisher[], secret: Record<string, string>) {
  const config = readConfig({ QUOIN_DATA: quoin.dataDir, LOG_LEVEL: 'warn', ...secret })
  const { workspace_id: workspaceId } = JSON.parse(readFileSync(join(quoin.dataDir, 'first-run.json'), 'utf8'))
  const { id: profileId } = (await quoin.call('POST', '/v1/profiles', { name: 'Benchmark' })) as { id: string }
  await using runtime = await openRuntime(config, { canAttach: true })
  const accounts = new Map<Publisher, string>()
  for (const one of publishers) accounts.set(one, await connectPublisher(runtime.ctx, workspaceId, profileId, one))
  return accounts
}

async function upload(quoin: Quoin, kind: keyof typeof SAMPLES): Promise<string> {
  const { mime, bytes } = SAMPLES[kind]
  const headers = { authorization: `Bearer ${quoin.liveKey}`, 'content-type': mime }
  const reply = await fetch(`${quoin.url}/v1/media`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { id: string }).id
}

/** From the request that creates the post until every target has ended. */
async function measureRound(quoin: Quoin, targets: readonly object[]): Promise<Round> {
  const begun = Date.now()
  const cpuBefore = cpuSeconds(quoin.pid)
  const { id } = (await quoin.call('POST', '/v1/posts', { targets })) as { id: string }
  for (;;) {
    const post = (await quoin.call('GET', `/v1/posts/${id}`)) as { targets: readonly Target[] }
    const open = post.targets.filter(({ status }) => status !== 'published')
    if (open.length === 0) {
      const last = post.targets.toSorted((a, b) => (a.published_at ?? '').localeCompare(b.published_at ?? '')).at(-1)
      const seconds = (Date.parse(last?.published_at ?? '') - begun) / 1000
      return { seconds, cpu: cpuSeconds(quoin.pid) - cpuBefore, last: last?.platform ?? '' }
    }
    const failed = open.find(({ status }) => status === 'failed' || status === 'unconfirmed')
    if (failed || Date.now() > begun + 60_000) throw new Error(JSON.stringify(failed ?? open))
    await sleep(20)
  }
}

function report(
  platforms: number,
  { pictures, films }: { pictures: readonly Round[]; films: readonly Round[] },
): Report {
  const row = (what: string, [cold, ...rounds]: readonly Round[]) => [
    what,
    `${cold?.seconds.toFixed(2)} s`,
    `${median(rounds.map(({ seconds }) => seconds)).toFixed(2)} s`,
    `${Math.max(...rounds.map(({ seconds }) => seconds)).toFixed(2)} s`,
    `${median(rounds.map(({ cpu }) => cpu)).toFixed(2)} s`,
    [...new Set(rounds.map(({ last }) => last))].join(', '),
  ]
  const slowest = Math.max(...[...pictures, ...films].map(({ seconds }) => seconds))
  return {
    title: 'Publishing to every platform at once',
    text: `The server as \`npm start\` runs it publishes one post to ${platforms} platforms, which are the test doubles in another process. The doubles
respond at once: media are processed and posts visible when the server first asks, a second after it sent them. The first of
${ROUNDS + 1} rounds loads the connectors.

${table(['until every target is published', 'first', 'median', 'slowest', 'CPU time', 'last platform'], [row('an image (a video on YouTube)', pictures), row('a video (an image where videos are not supported)', films)])}`,
    bars: [
      { what: `seconds until a post to ${platforms} platforms is published on all`, is: slowest, atMost: BAR_SECONDS },
    ],
  }
}
