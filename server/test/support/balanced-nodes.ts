import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, until } from './harness.ts'
import { inherited, main, scratch } from './processes.ts'

const root = join(import.meta.dirname, '../../..')

/** A migration that the previous version can run with: it only adds (CONTRIBUTING.md). */
export const EXPANDING = `-- expand
  alter table profiles add column later text not null default 'none';
  alter table charges add column later text;
  create table later_things (id bigint generated always as identity constraint later_things_pkey primary key);
  create index profiles_later on profiles (later);
  alter table wallets add column later bigint not null default 0;
`

const CONTRACTING = `-- contract: 99.0.0
  alter table profiles drop column later;
`

interface NextVersion {
  /** Also removes something that only versions before 99.0.0 use. */
  readonly isContracting?: boolean
}

/** Creates the next version, this one with one more migration, from a copy of its sources. Returns its main file. */
export function nextVersion({ isContracting = false }: NextVersion = {}): string {
  const copy = scratch()
  for (const part of [
    'server/src',
    'server/package.json',
    'migrations',
    'sdk',
    'package.json',
    'docs',
    'portal/package.json',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: (from) => !from.includes('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'migrations/9000_later.sql'), EXPANDING)
  if (isContracting) writeFileSync(join(copy, 'migrations/9001_contract.sql'), CONTRACTING)
  return join(copy, 'server/src/main.ts')
}

export type NodeCommand = 'all' | 'serve' | 'work'

export interface ServerNode {
  /** Empty for a process that only does background work. */
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  /** Returns everything it has printed so far, on both streams. */
  output(): string
}

const SAYS_READY = /^ {2}API +(http\S+)$|^Quoin is doing background work\.$/m

/**
 * Starts a process of this version, or of the given main file. It is up when it prints its URL, and killed at the end of the
 * file.
 */
export async function startNode(
  env: Readonly<Record<string, string>>,
  command: NodeCommand = 'all',
  file = main,
): Promise<ServerNode> {
  const child = spawn(process.execPath, [file, command], {
    cwd: join(file, '../../..'),
    env: {
      ...inherited,
      HOME: tmpdir(),
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
      DRAIN_NOTICE_SECONDS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const [, url = ''] = await until('the node', () => {
    if (child.exitCode !== null) throw new Error(printed)
    return SAYS_READY.exec(printed) ?? undefined
  })
  return { url, child, ended, output: () => printed }
}

/** Stops a node after it has finished its work. */
export async function stopNode({ child, ended }: ServerNode): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Acts as a load balancer: polls /readyz and sends requests to ready nodes, or to any node when none is ready. */
export class Balancer {
  readonly ready = new Set<string>()
  readonly #urls = new Set<string>()
  readonly #stop = new AbortController()
  readonly #watching = this.#watch()
  #next = 0

  constructor() {
    atEnd(() => this.stop())
  }

  /** Resolves when the node is ready. */
  async add({ url }: ServerNode): Promise<void> {
    this.#urls.add(url)
    await until('the node to be ready', () => this.ready.has(url))
  }

  remove({ url }: ServerNode): void {
    this.#urls.delete(url)
    this.ready.delete(url)
  }

  /** Returns the node for the next request. */
  pick(): string {
    const urls = this.ready.size > 0 ? [...this.ready] : [...this.#urls]
    return urls[this.#next++ % urls.length] ?? ''
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#watching
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await Promise.all(
        [...this.#urls].map(async (url) => {
          const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
            ({ status }) => status === 200,
            () => false,
          )
          if (isReady && this.#urls.has(url)) this.ready.add(url)
          else this.ready.delete(url)
        }),
      )
      await sleep(50)
    }
  }
}
