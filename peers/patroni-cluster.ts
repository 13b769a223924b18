import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { askPostgres } from '../server/test/support/ask-postgres.ts'
import { until } from '../server/test/support/harness.ts'
import { whyMissing } from './debian.ts'
import { processesIn, signalAll } from './folder-processes.ts'
import { freePorts } from './free-ports.ts'
import { type Member, patroniConfig } from './patroni-config.ts'
import { POSTGRES_BIN, serverUser } from './postgres-server.ts'

const MEMBERS = 3
const ANSWER_MS = 1000

/** Faults of the leader's node. */
export type Fault = 'postmaster killed' | 'node lost' | 'node frozen'

export interface Failover {
  readonly fault: Fault
  /** True if another member leads now. */
  readonly isOther: boolean
  /** Time of the fault, by `performance.now()`. */
  readonly brokenAt: number
  readonly promotedAt: number
  /** Time when the old leader follows the new one and all three members are in sync. */
  readonly wholeAt: number
}

/** Returns why a cluster cannot run on this machine, or undefined when it can. */
export async function whyNoPatroni(): Promise<string | undefined> {
  return (
    (await whyMissing('/usr/bin/patroni', ['patroni', 'python3-etcd'])) ??
    (await whyMissing('/usr/bin/etcd', ['etcd-server'])) ??
    (await whyMissing(`${POSTGRES_BIN}/postgres`, ['postgresql-15']))
  )
}

/** Three members on loopback, with one etcd. All their processes end with the test file. */
export class PatroniCluster {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'quoin-patroni-')))
  readonly #user = serverUser()
  readonly #members: readonly Member[]
  readonly #etcd: number

  private constructor([etcd = 0, ...ports]: readonly number[]) {
    this.#etcd = etcd
    this.#members = Array.from({ length: MEMBERS }, (_, at) => ({
      name: `n${at + 1}`,
      port: ports[at] ?? 0,
      apiPort: ports[MEMBERS + at] ?? 0,
      folder: join(this.#folder, `n${at + 1}`),
    }))
  }

  static async start(): Promise<PatroniCluster> {
    const ports = await freePorts(2 + 2 * MEMBERS)
    const cluster = new PatroniCluster(ports)
    after(() => cluster.#stop())
    cluster.#startEtcd(ports.at(-1) ?? 0)
    for (const member of cluster.#members) {
      cluster.#configure(member)
      cluster.#startMember(member)
    }
    const leader = await cluster.whole()
    await askPostgres(leader.port, 'create role quoin login')
    await askPostgres(leader.port, 'create database quoin owner quoin')
    return cluster
  }

  /** URL that lists every member, in an order that does not reveal the leader. */
  get url(): string {
    return `postgres://quoin@${this.#members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/quoin`
  }

  /** Returns the URL of the current leader. */
  async leaderUrl(): Promise<string> {
    return `postgres://quoin@127.0.0.1:${(await this.whole()).port}/quoin`
  }

  /** Waits until one member leads and the other two follow it, one of them synchronously. Returns the leader. */
  whole(): Promise<Member> {
    return until('the whole cluster', () => this.#findWhole()).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.#members.map((member) => this.#readLogTail(member)).join('\n')}`)
    })
  }

  /** Breaks the leader, waits for its successor, and repairs the broken node. */
  async failOver(fault: Fault): Promise<Failover> {
    const leader = await this.whole()
    const brokenAt = performance.now()
    if (fault === 'postmaster killed') signalAll([this.#readPostmasterPid(leader)], 'SIGKILL')
    else await this.#signalNode(leader, fault === 'node lost' ? 'SIGKILL' : 'SIGSTOP')
    // On a slow machine Patroni may find no other member healthy and restart the killed server.
    const candidates = this.#members.filter((member) => fault === 'postmaster killed' || member !== leader)
    const findNext = async () => candidates[(await Promise.all(candidates.map(isPrimary))).indexOf(true)]
    const next = await until('the promotion', findNext)
    const promotedAt = performance.now()
    await until('the next heir', () => hasHeir(next))
    // Stands in for the watchdog that Patroni recommends: an old leader that resumes while the lease is free would take it
    // again, without the new leader's commits.
    if (fault === 'node frozen') await this.#signalNode(leader, 'SIGKILL')
    if (fault !== 'postmaster killed') this.#startMember(leader)
    await this.whole()
    return { fault, isOther: next !== leader, brokenAt, promotedAt, wholeAt: performance.now() }
  }

  async #findWhole(): Promise<Member | undefined> {
    const primaries = await Promise.all(this.#members.map(isPrimary))
    const leader = this.#members[primaries.indexOf(true)]
    if (!leader || primaries.filter((is) => is !== false).length > 1) return undefined
    const streaming = await askPostgres<{ count: number }>(
      leader.port,
      `select count(*)::int from pg_stat_replication where state = 'streaming' and application_name like 'n_'`,
    ).catch(() => [])
    return streaming[0]?.count === MEMBERS - 1 && (await hasHeir(leader)) ? leader : undefined
  }

  #startEtcd(peerPort: number): void {
    const folder = this.#makeFolder('etcd')
    const [client, peer] = [`http://127.0.0.1:${this.#etcd}`, `http://127.0.0.1:${peerPort}`]
    const clients = ['--listen-client-urls', client, '--advertise-client-urls', client]
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
    const own = ['--name', 'etcd', '--data-dir', join(folder, 'data'), '--initial-cluster', `etcd=${peer}`]
    this.#spawn(folder, '/usr/bin/etcd', [...own, ...clients, ...peers, '--unsafe-no-fsync'])
  }

  #configure(member: Member): void {
    this.#makeFolder(member.name)
    writeFileSync(join(member.folder, 'patroni.yml'), patroniConfig(member, this.#etcd))
  }

  #startMember({ folder }: Member): void {
    this.#spawn(folder, '/usr/bin/patroni', [join(folder, 'patroni.yml')])
  }

  #makeFolder(name: string): string {
    const folder = join(this.#folder, name)
    mkdirSync(folder, { mode: 0o700 })
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) for (const made of [this.#folder, folder]) chownSync(made, uid, gid)
    return folder
  }

  /** Runs the program in this folder, which identifies its processes later. */
  #spawn(folder: string, program: string, args: readonly string[]): void {
    const log = openSync(join(folder, 'log'), 'a')
    const child = spawn(program, args, { ...this.#user, cwd: folder, stdio: ['ignore', log, log] })
    child.unref()
  }

  #readPostmasterPid({ folder }: Member): number {
    const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0])
    if (!processesIn(folder).includes(pid)) throw new Error(`process ${pid} is not the postmaster of ${folder}`)
    return pid
  }

  /** Repeats until every process got the signal, because one may start another meanwhile. */
  async #signalNode({ folder }: Member, signal: NodeJS.Signals): Promise<void> {
    const signalled = new Set<number>()
    await until(`${signal} for every process of ${folder}`, () => {
      const missed = processesIn(folder).filter((pid) => !signalled.has(pid))
      signalAll(missed, signal)
      for (const pid of missed) signalled.add(pid)
      return missed.length === 0
    })
  }

  #readLogTail({ name, folder }: Member): string {
    return `--- ${name}\n${readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(-15).join('\n')}`
  }

  async #stop(): Promise<void> {
    await until('the end of the cluster', () => {
      const left = processesIn(this.#folder)
      signalAll(left, 'SIGKILL')
      return left.length === 0
    })
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Returns undefined when the member does not respond. */
function isPrimary({ port }: Member): Promise<boolean | undefined> {
  return askPostgres<{ is_primary: boolean }>(port, 'select not pg_is_in_recovery() as is_primary').then(
    ([row]) => row?.is_primary,
    () => undefined,
  )
}

/** True if Patroni knows a synchronous follower, the only kind that it promotes. */
async function hasHeir({ apiPort }: Member): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const reply = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal }).catch(() => undefined)
  const cluster = (await reply?.json().catch(() => undefined)) as { members?: { role: string }[] } | undefined
  return cluster?.members?.some(({ role }) => role === 'sync_standby') ?? false
}
