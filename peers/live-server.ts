import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase, until } from '../server/test/support/harness.ts'
import { type FirstRun, firstRun, scratch, start } from '../server/test/support/processes.ts'

export interface LiveServer extends FirstRun {
  readonly url: string
}

/** Starts the whole server as a separate process on a new database, and completes its first run. */
export async function startLiveServer(env: Record<string, string> = {}): Promise<LiveServer> {
  const [host = '', database = ''] = (await freshDatabase()).split('?')
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const address = `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`
  const { url } = await start(data, { DATABASE_URL: address, ...env })
  await until('the first start', () => existsSync(join(data, 'first-run.json')))
  return { ...firstRun(data), url }
}
