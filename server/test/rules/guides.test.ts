import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { blocksOf, runScript } from '../support/guide.ts'
import { freshDatabase, until } from '../support/harness.ts'
import { scratch, start } from '../support/processes.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'docs/guides')
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'))
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Made here, so that they are dropped after the last test and not after the first. */
const databases = new Map<string, string>()
for (const name of guides) databases.set(name, await freshDatabase())

/** What a guide must have printed, where more than the success of its calls matters. */
const PRINTS: Readonly<Record<string, readonly RegExp[]>> = {
  'data.md': [/x-credits-charged: [1-5]\b/i, /"data":null/, /"source":"directory"/],
  'email.md': [/"email":"ada@shop\.example"/, /"disposable":true/],
  'inbox.md': [/"body":"Are you open\?"/, /"body":"Yes, until six\."/, /"body":"Your order 1001 is on its way\."/],
  'jobs.md': [/row_status/],
  'keys.md': [/Revoked key_/],
  'media.md': [/"source_url":"https:\/\/example\.com\/harbour\.jpg"/, /"status":"ready".*"mime":"image\/png"/],
  'people-directory.md': [/1 added/, /Removed the suppression/],
  'publishing.md': [/"status":"published"/],
  'sandbox.md': [/"status":"live"/],
  'webhooks.md': [/^v1=[0-9a-f]{64}$/m, /"type":"webhook\.test"/],
  'workflows.md': [/"workflow":"lead-list"/],
}

describe('every guide runs as it is written, on a fresh server', {
  concurrency: 3,
  skip: !hasCurl && 'curl is not installed',
}, () => {
  for (const name of guides)
    test(name, async (t) => {
      const blocks = blocksOf(readFileSync(join(folder, name), 'utf8'))
      const runnable = blocks.filter(({ needs }) => needs === undefined)
      assert.ok(runnable.length > 0, 'a guide has something to run')
      const { cwd, env, requests } = await freshServer(databases.get(name) ?? '')
      const printed = await runScript(runnable.map(({ script }) => script).join('\n'), cwd, env)
      const failed = (await requests()).filter(({ status }) => status >= 400)
      assert.deepEqual(failed, [], printed)
      for (const expected of PRINTS[name] ?? []) assert.match(printed, expected)
      for (const { needs } of blocks) if (needs) await t.test('a block', { skip: `needs ${needs}` })
    })
})

interface Line {
  readonly method: string
  readonly path: string
  readonly status: number
}

/** A server after its first start, and a folder that looks like its own to a shell in it. */
async function freshServer(address: string) {
  const cwd = scratch()
  const data = join(cwd, 'data')
  mkdirSync(data)
  for (const name of ['docs', 'node_modules']) symlinkSync(join(root, name), join(cwd, name))
  const [host = '', database = ''] = address.split('?')
  const DATABASE_URL = `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`
  const server = await start(data, { DATABASE_URL, LOG_LEVEL: 'info' })
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Line)
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    DATABASE_URL,
    QUOIN_DATA: data,
    LOG_LEVEL: 'warn',
    RECEIVER_PORT: String(await freePort()),
  }
  return {
    cwd,
    env,
    /** All requests so far: the line of the last one may come after its answer. */
    requests: async () => {
      await fetch(`${server.url}/docs`)
      return until('the last line', () => lines().at(-1)?.path === '/docs' && lines())
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
