import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureProcessorMs } from './rig/child-processor.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = 20
const root = join(import.meta.dirname, '../..')

/** What the command line costs before it calls the server: processor time over that of Node alone. */
export async function bench(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-cli-'))
  try {
    const built = join(folder, 'dist')
    execFileSync(process.execPath, [join(root, 'cli/build.mjs'), built])
    execFileSync('cp', [join(root, 'cli/package.json'), folder])
    const measure = (...words: string[]) =>
      measureProcessorMs([process.execPath, join(built, 'quoin.js'), ...words], ROUNDS)
    const bare = measureProcessorMs([process.execPath, '-e', '0'], ROUNDS)
    const rows = [
      ['quoin --help', measure('--help')],
      ['quoin posts create --help', measure('posts', 'create', '--help')],
      ["quoin completion words -- posts ''", measure('completion', 'words', '--', 'posts', '')],
    ] as const
    const bytes = globSync('*.js', { cwd: built }).reduce((sum, name) => sum + statSync(join(built, name)).size, 0)
    return report(bare, rows, bytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(bare: number, rows: readonly (readonly [string, number])[], bytes: number): Report {
  const lines = [['node -e 0', bare] as const, ...rows].map(([name, ms]) => [
    `\`${name}\``,
    ms.toFixed(0),
    (ms - bare).toFixed(0),
  ])
  const [help = ['', 0] as const] = rows
  return {
    title: 'Command line',
    text: `CPU time of one run, mean of ${ROUNDS}. All files of the package are ${Math.round(bytes / 1000)} kB.\n\n${table(['command', 'ms', 'beyond bare Node'], lines)}`,
    bars: [{ what: 'processor ms of `quoin --help` over bare node', is: help[1] - bare, atMost: 70 }],
  }
}
