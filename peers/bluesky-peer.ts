import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atEnd } from '../server/test/support/harness.ts'
import { freePort } from './free-ports.ts'

/** Starts a directory and a data server. `client` maps a public URL to an address in this test: `from=to`. */
export async function startServer(client = '') {
  const ports = [await freePort(), await freePort()].map(String)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bluesky-server.ts'), ...ports, client], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_ENABLED: 'false' },
  })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill()
    await ended
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const [, pds, plc] = /READY (\S+) (\S+)/.exec(output) ?? []
    if (pds && plc) return { pds, app: { url: pds, plcUrl: plc } }
  }
  return assert.fail('the data server ended')
}
