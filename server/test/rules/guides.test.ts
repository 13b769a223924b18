import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { skipOnCitus } from '../support/citus-databases.ts'
import { parseShellBlocks, runScript } from '../support/guide.ts'
import { createClient, freshDatabase, testContext, toDatabaseUrl, until } from '../support/harness.ts'
import { inherited, main, scratch, start } from '../support/processes.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'docs/guides')
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'))
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** `LONG=1` starts a server for each guide. A short run starts one, with a workspace for each guide. */
const isLong = process.env['LONG'] !== undefined
/** Created here, so that they are dropped after the last test and not after the first. */
const databases = new Map<string, string>()
for (const name of isLong ? guides : ['all']) databases.set(name, await freshDatabase())
const common = isLong ? undefined : await startOn('all')

/** Output that a guide must print, where more than the success of its calls matters. */
const PRINTS: Readonly<Record<string, readonly RegExp[]>> = {
  'backups.md': [/The ledger is consistent/, /Background work is paused/],
  'chat.md': [/"text":"Quoin: webhook\.test/],
  'data.md': [/x-credits-charged: [1-5]\b/i, /"data":null/, /"source":"directory"/],
  'email.md': [/"email":"ada@shop\.example"/, /"disposable":true/],
  'first-steps.md': [
    /"available":50/,
    /x-credits-charged: 2[^]*"full_name"[^]*idempotency-replayed: true/i,
    /x-credits-charged: 0[^]*\{"status":"OK","data":null\}/i,
    /"credits":35/,
    /"code":"max_credits_exceeded"/,
    /"status":"awaiting_selection"/,
    /"phase":"reconcile"/,
    /"status":"live","content":"Hello, network"/,
    /extra_forbidden[^]*string_too_short/,
    /"name":"Example brand","external_ref":"customer-42"/,
  ],
  'inbox.md': [/"body":"Are you open\?"/, /"body":"Yes, until six\."/, /"body":"Your order 1001 is on its way\."/],
  'jobs.md': [/row_status/],
  'keys.md': [/Revoked key_/],
  'mcp.md': [/Charged 3 credits/, /profiles\.create/],
  'media.md': [/"source_url":"https:\/\/example\.com\/harbour\.jpg"/, /"status":"ready".*"mime":"image\/png"/],
  'people-directory.md': [/1 added/, /Removed the suppression/],
  'production.md': [/^[A-Za-z0-9+/]{43}=$/m],
  'publishing.md': [/"status":"published"/],
  'quickstart.md': [/"balance":50\b|"available":50\b/, /"status":"published"/, /x-credits-charged: \d/i],
  'sandbox.md': [/"status":"live"/],
  'upgrading.md': [/The schema is up to date/],
  'webhooks.md': [/^v1=[0-9a-f]{64}$/m, /"type":"webhook\.test"/],
  'workflows.md': [/"workflow":"lead-list"/],
}

/** Guides that take a backup with the command. */
const WITH_BACKUP = ['backups.md', 'upgrading.md']
const noBackup = await skipOnCitus('a cluster has no common snapshot, so `quoin-server backup` refuses')

/** Statuses of the refusals that a guide shows. */
const REFUSED: Readonly<Record<string, readonly number[]>> = { 'first-steps.md': [402, 422] }

describe('every guide runs as written, in a fresh workspace, twice', {
  concurrency: 3,
  skip: !hasCurl && 'curl is not installed',
}, () => {
  for (const name of guides)
    test(name, { skip: WITH_BACKUP.includes(name) && noBackup }, async (t) => {
      const blocks = parseShellBlocks(readFileSync(join(folder, name), 'utf8'))
      const runnable = blocks.filter(({ needs }) => needs === undefined)
      assert.ok(runnable.length > 0, 'a guide has something to run')
      const { cwd, env, requests } = await openFolder(name, common ?? (await startOn(name)))
      const script = runnable.map((block) => block.script).join('\n')
      const printed = await runScript(script, cwd, env)
      const failed = (await requests()).filter(({ status }) => status >= 400)
      assert.deepEqual(
        failed.map(({ status }) => status),
        REFUSED[name] ?? [],
        `${JSON.stringify(failed)}\n${printed}`,
      )
      for (const expected of PRINTS[name] ?? []) assert.match(printed, expected)
      await t.test('and a second time', async () => {
        const again = await runScript(script, cwd, env)
        const refused = (await requests()).filter(({ status }) => status >= 400)
        assert.deepEqual(
          refused.map(({ status }) => status),
          [...(REFUSED[name] ?? []), ...(REFUSED[name] ?? [])],
          `${JSON.stringify(refused)}\n${again}`,
        )
      })
      for (const { needs } of blocks) if (needs) await t.test('a block', { skip: `needs ${needs}` })
    })
})

/** In a short run the other guides start `quoin-server` without npx, which takes longer than the command. */
const WITH_NPX = 'data.md'
const shortcut = scratch()
writeFileSync(join(shortcut, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 })

const LAST = 'last-of-guide'

interface RequestLogLine {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly workspace_id?: string
  readonly client_request_id?: string
}

interface StartedServer {
  readonly url: string
  readonly data: string
  readonly database: string
  output(): string
}

async function startOn(name: string): Promise<StartedServer> {
  const database = databases.get(name) ?? ''
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const server = await start(data, { DATABASE_URL: toDatabaseUrl(database), LOG_LEVEL: 'info' })
  await until('the first start', () => existsSync(join(data, 'first-run.json')))
  return { url: server.url, data, database, output: () => server.output() }
}

/** Creates a folder that looks like the server's own folder to a shell. */
async function openFolder(name: string, server: StartedServer) {
  const cwd = scratch()
  const data = join(cwd, 'data')
  mkdirSync(data)
  copyFileSync(join(server.data, 'master.key'), join(data, 'master.key'))
  const first = JSON.parse(readFileSync(join(server.data, 'first-run.json'), 'utf8')) as {
    workspace_id: string
    live_key: string
  }
  const own = isLong ? first : { ...first, ...(await openGuideWorkspace(name, server)) }
  writeFileSync(join(data, 'first-run.json'), JSON.stringify(own))
  for (const shared of ['docs', 'node_modules']) symlinkSync(join(root, shared), join(cwd, shared))
  const env = {
    ...inherited,
    PATH: isLong || name === WITH_NPX ? inherited.PATH : `${shortcut}:${inherited.PATH}`,
    HOME: process.env['HOME'],
    DATABASE_URL: toDatabaseUrl(server.database),
    QUOIN_DATA: data,
    LOG_LEVEL: 'warn',
    RECEIVER_PORT: String(await freePorts()),
  }
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as RequestLogLine)
      .filter((line) => line.workspace_id === undefined || line.workspace_id === own.workspace_id)
  return {
    cwd,
    env,
    /** Returns all requests so far. The line of the last one may come after its response. */
    requests: async () => {
      await createClient(server.url, own.live_key)('GET', '/v1/credits', undefined, { 'x-request-id': LAST })
      return until('the last line', () => lines().some((line) => line.client_request_id === LAST) && lines())
    },
  }
}

async function openGuideWorkspace(name: string, { database }: StartedServer) {
  const ctx = await testContext({ address: database })
  const { workspaceId, liveKey, testKey } = await openWorkspace(ctx, name)
  return { workspace_id: workspaceId, live_key: liveKey, test_key: testKey }
}

/** Finds a free port whose successor is free too: a guide runs two servers. */
async function freePorts(): Promise<number> {
  const [first, second] = [createServer(), createServer()]
  await listen(first, 0)
  const { port } = first.address() as AddressInfo
  const isFree = await listen(second, port + 1)
  for (const server of [first, second]) server.close()
  return isFree ? port : freePorts()
}

const listen = (server: Server, port: number) =>
  new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
