import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from './program.ts'

/** A program that prints its address and a live key once it serves, on a data folder of its own that goes with it. */
export interface Contender extends Program {
  readonly key: string
  readonly dataDir: string
}

export const UNLIMITED = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '1000000',
  RATE_LIMIT_WORKSPACE_BURST: '1000000',
  TEST_QUOTA_PER_DAY: '1000000000',
}

export async function startContender(file: string, env: Readonly<Record<string, string>> = {}): Promise<Contender> {
  const dataDir = env['QUOIN_DATA'] ?? mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const settings = { PORT: '0', QUOIN_DATA: dataDir, LOG_LEVEL: 'warn', ...UNLIMITED, ...env }
  const program = await startProgram({ file, env: settings, ready: /(http\S+ \S+)\n/ })
  const [url = '', key = ''] = program.url.split(' ')
  return {
    ...program,
    url,
    key,
    dataDir,
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
