import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sdk = join(import.meta.dirname, '../sdk')

/** Builds and packs the SDK, and installs it from the tarball into a new folder, as users get it. */
export function installPackedSdk() {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-sdk-'))
  // npm does not find itself with the NODE_OPTIONS of the test run.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const npm = (...words: string[]) => execFileSync('npm', words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  execFileSync(process.execPath, [join(sdk, 'build.mjs')], { stdio: 'pipe' })
  npm('pack', sdk, '--ignore-scripts', '--pack-destination', folder)
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }\n')
  npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball)
  return {
    folder,
    tarball,
    installed: join(folder, 'node_modules/@quoin/sdk'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Program that every runtime runs with the package: it prints its observations as one line of JSON. */
export const drive = `async (sdk, options) => {
  const { Quoin, ApiError } = sdk
  const client = new Quoin(options)
  const search = await client.data.searchPeople({ limit: 2 }).withResponse()
  const people = await client.data.searchPeople({ limit: 2 }, { maxCredits: 9 }).toArray(3)
  const code = await client.posts.get('post_none').catch((error) => error instanceof ApiError && error.code)
  const body = JSON.stringify({ id: '01KDVNMM000000000000000001', type: 'webhook.test' })
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const event = await client.webhooks.unwrap(body, new Headers(await client.webhooks.signTest(body, secret)), secret)
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  const aborted = await client.credits.get({ signal: stop.signal }).catch((error) => error.message)
  const { attempts, replayed, creditsCharged } = search
  return { attempts, replayed, creditsCharged, people: people.length, code, event: event.id, aborted }
}`

export const DRIVEN = {
  attempts: 2,
  replayed: true,
  creditsCharged: 2,
  people: 3,
  code: 'not_found',
  event: '01KDVNMM000000000000000001',
  aborted: 'stopped',
}
