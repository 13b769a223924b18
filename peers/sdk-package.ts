import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../release/pack.ts'

/** Packs the SDK and installs it from the tarball into a new folder, as users get it. */
export function installPackedSdk() {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-sdk-'))
  const tarball = installPacked('sdk', folder)
  return {
    folder,
    tarball,
    installed: join(folder, 'node_modules/@quoin/sdk'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Packs a package and installs the tarball into an empty project, without a network. Returns the path of the tarball. */
export function installPacked(name: 'sdk' | 'cli', folder: string): string {
  const tarball = pack(name, folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }\n')
  const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball]
  // npm does not find itself with the NODE_OPTIONS of the test run.
  execFileSync('npm', words, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' }, stdio: 'pipe' })
  return tarball
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
