import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase, until } from '../server/test/support/harness.ts'
import { type FirstRun, firstRun, scratch, start } from '../server/test/support/processes.ts'

export interface LiveServer extends FirstRun {
  readonly url: string
}

/** The whole server as its own process, on a database of its own, after its first start. */
export async function startLiveServer(): Promise<LiveServer> {
  const [host = '', database = ''] = (await freshDatabase()).split('?')
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const address = `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`
  const { url } = await start(data, { DATABASE_URL: address })
  await until('the first start', () => existsSync(join(data, 'first-run.json')))
  return { ...firstRun(data), url }
}
