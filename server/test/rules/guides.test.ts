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
  'deploying.md': [/Wrote \d{3,} files to/],
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

/** Tests of blocks that need something outside the server: the file, and what it has of the block. */
const RUN_BY: Readonly<Record<string, readonly [test: string, part: string]>> = {
  'a database that was recovered': ['server/test/commands/backup-posts.test.ts', '--restored-to'],
  'a Citus cluster': ['peers/citus.test.ts', 'citus_create_restore_point'],
  'root and the tarball of a release': ['peers/systemd.test.ts', 'deploying.md'],
  Docker: ['peers/image.test.ts', "run('build'"],
  'root, systemd, Node 20 or newer and PostgreSQL': ['peers/systemd.test.ts', 'deploying.md'],
  'a cluster, Helm, and the image in a registry': ['peers/helm.test.ts', 'deploying.md'],
  'an OpenTelemetry collector': ['server/test/processes/tracing.test.ts', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  Go: ['peers/generators.test.ts', 'other-languages.md'],
  'Java and pip': ['peers/generators.test.ts', 'other-languages.md'],
  'a second PostgreSQL': ['server/test/sources/directory/move.test.ts', "'directory', 'move'"],
  'internet access': ['server/test/processes/process.test.ts', "'doctor'"],
  'a server in production': ['server/test/commands/doctor-deep.test.ts', '--deep'],
  'a database in `DATABASE_URL`': ['peers/four-nodes.ts', "start('work')"],
  'a Citus coordinator in `DATABASE_URL`': ['server/test/commands/distribute.test.ts', "'distribute'"],
  'months of history': ['server/test/ledger/archive.test.ts', "'ledger', 'archive', '--before'"],
  'an object': ['server/test/ledger/archive.test.ts', '.jsonl.gz'],
  'an account with a vendor': ['server/test/support/vendors/hunter.ts', 'HUNTER_API_KEY'],
}
/** Blocks that no test can run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'another machine': 'copies files to it over SSH',
  'Claude Code': 'needs an account; peers/mcp.test.ts connects other clients at the same address',
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
      const { cwd, env, requests, useTestKey } = await openFolder(name, common ?? (await startOn(name)))
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
      const others = blocks.flatMap(({ needs, script: text }) => (needs === undefined ? [] : [{ needs, text }]))
      const calls = others.filter(({ text }) => CALL.test(text))
      await t.test('calls of platforms, with a test key', { skip: calls.length === 0 && 'has none' }, async () => {
        const before = (await requests()).length
        const said = await runScript([useTestKey(), ...calls.map(({ text }) => text)].join('\n'), cwd, env)
        const sent = (await requests()).slice(before)
        assert.ok(sent.length > calls.length, said)
        assert.deepEqual(
          sent.filter(({ status }) => status >= 400),
          [],
          said,
        )
      })
      for (const { needs } of others.filter(({ text }) => !CALL.test(text)))
        await t.test('a block', { skip: `needs ${needs}: ${explainNeed(needs)}` })
    })
})

/** A block that only calls the API. */
const CALL = /^(?:\w+=\$\()?call /

/** Says where a block is tested, or why it is not. */
function explainNeed(needs: string): string {
  const [file, part] = RUN_BY[needs] ?? []
  if (file === undefined || part === undefined) return NOT_RUN[needs] ?? assert.fail(`no test runs what needs ${needs}`)
  assert.ok(readFileSync(join(root, file), 'utf8').includes(part), `${file} has no ${part}`)
  return `see ${file}`
}

/** In a short run the other guides start `quoin-server` without npx, which takes longer than the command. */
const WITH_NPX = 'data.md'
const shortcut = scratch()
writeFileSync(join(shortcut, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 })

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
    test_key: string
  }
  const own = isLong ? first : { ...first, ...(await openGuideWorkspace(name, server)) }
  const writeKeys = (keys: object) => writeFileSync(join(data, 'first-run.json'), JSON.stringify(keys))
  writeKeys(own)
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
  let count = 0
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
    /** Makes the next script use the test key. Returns the lines that it begins with, with ids that only have the right form. */
    useTestKey: () => {
      writeKeys({ ...own, live_key: own.test_key })
      const id = '01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
      return `. docs/guides/shell.sh\nPROFILE=prof_${id}\nCONNECTION=conn_${id}\nACCOUNT=acc_${id}`
    },
    /** Returns all requests so far. The line of the last one may come after its response. */
    requests: async () => {
      const last = `last-of-guide-${++count}`
      await createClient(server.url, own.live_key)('GET', '/v1/credits', undefined, { 'x-request-id': last })
      return until('the last line', () => lines().some((line) => line.client_request_id === last) && lines())
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
