import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNLIMITED } from './contender.ts'
import { type Program, startProgram } from './program.ts'

export interface Quoin extends Program {
  readonly dataDir: string
  readonly liveKey: string
  call(method: string, path: string, body?: unknown): Promise<unknown>
}

/** The whole product as `npm start` runs it, on an empty data folder and PostgreSQL's durable defaults. */
export async function startQuoin(env: Readonly<Record<string, string>> = {}): Promise<Quoin> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const program = await startProgram({
    file: 'src/main.ts',
    args: ['all'],
    env: { PORT: '0', QUOIN_DATA: dataDir, LOG_LEVEL: 'warn', ...UNLIMITED, ...env },
    ready: /API\s+(\S+)[^]*Try it:/,
  })
  const first = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as { live_key: string }
  return {
    ...program,
    dataDir,
    liveKey: first.live_key,
    async call(method, path, body) {
      const reply = await fetch(`${program.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${first.live_key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
      return reply.json()
    },
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
