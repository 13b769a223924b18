import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './rig/load.ts'
import { residentBytes } from './rig/machine.ts'
import { type Program, startProgram } from './rig/program.ts'
import { startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = 5
const IDLE_SECONDS = 10
const root = join(import.meta.dirname, '../..')

/** What a newcomer waits for: a start on a database that is there, the memory it then takes, and install and test. */
export async function bench(): Promise<Report> {
  const scratch = mkdtempSync(join(tmpdir(), 'quoin-start-'))
  try {
    const first = await secondsToReady(join(scratch, 'data'))
    const again: number[] = []
    for (let round = 0; round < ROUNDS; round++) again.push(await secondsToReady(join(scratch, 'data')))
    const megabytes = { first: await idleMegabytes(startQuoin()), again: await idleAgain(join(scratch, 'data')) }
    const [install, tests] = cloneAndTest(join(scratch, 'clone'))
    return report(first, median(again), megabytes, install, tests)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The machine's own npm and Node, as a newcomer has them: not those that run this bench. */
function newcomersEnv(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { PATH: path.join(delimiter), HOME: process.env['HOME'], ...more }
}

async function secondsToReady(dataDir: string): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: newcomersEnv({ PORT: '0', QUOIN_DATA: dataDir }),
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Quoin is ready')) break
  }
  const seconds = (performance.now() - started) / 1000
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  if (!said.includes('Quoin is ready')) throw new Error(`npm start did not get ready:\n${said}`)
  return seconds
}

async function idleAgain(dataDir: string): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const env = { PORT: '0', QUOIN_DATA: dataDir }
    all.push(await idleMegabytes(startProgram({ file: 'src/main.ts', args: ['all'], env, ready: /API\s+(\S+)/ })))
  }
  return median(all)
}

async function idleMegabytes(starting: Promise<Program>): Promise<number> {
  const program = await starting
  try {
    await sleep(IDLE_SECONDS * 1000)
    return residentBytes(program.pid) / 1e6
  } finally {
    await program.stop()
  }
}

/** In a fresh clone of the last commit: the seconds of `npm ci` and of `npm test`. */
function cloneAndTest(folder: string): [number, number] {
  execFileSync('git', ['clone', '-q', root, folder], { stdio: 'inherit' })
  const timed = (...args: string[]) => {
    const started = performance.now()
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: newcomersEnv() })
    return (performance.now() - started) / 1000
  }
  return [timed('ci'), timed('test')]
}

interface IdleMemory {
  readonly first: number
  readonly again: number
}

function report(first: number, again: number, megabytes: IdleMemory, install: number, tests: number): Report {
  const text = `
\`npm start\` until it reports that it is ready, the resident memory of the server's process after ${IDLE_SECONDS} s without requests, and
\`npm ci\` and \`npm test\` in a fresh clone.

${table(
  ['', ''],
  [
    ['first `npm start`, packages installed', inSeconds(first)],
    [`later \`npm start\` (median of ${ROUNDS})`, inSeconds(again)],
    ['idle memory after the first start, which imports sample people', `${megabytes.first.toFixed(0)} MB`],
    [`idle memory after a later start (median of ${ROUNDS})`, `${megabytes.again.toFixed(0)} MB`],
    ['`npm ci`', inSeconds(install)],
    ['`npm test`', inSeconds(tests)],
  ],
)}`
  return {
    title: 'Starting and testing',
    text,
    bars: [
      { what: 'seconds to ready, again', is: again, atMost: 1.5 },
      { what: 'MB at rest', is: megabytes.again, atMost: 120 },
      { what: 'MB at rest, after the first start', is: megabytes.first, atMost: 120 },
      { what: 'seconds of `npm ci && npm test`', is: install + tests, atMost: 240 },
    ],
  }
}

function inSeconds(n: number): string {
  return `${n.toFixed(1)} s`
}
