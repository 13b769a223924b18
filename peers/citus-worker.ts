import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../server/src/kit/postgres/db.ts'
import { until } from '../server/test/support/harness.ts'

/** A worker of a cluster on this machine, which a test may kill and start again. */
export interface CitusWorker {
  readonly address: string
  readonly data: string
}

/** Returns the worker that stores the rows of a workspace. */
export async function getWorkspaceWorker(databaseUrl: string, workspaceId: string): Promise<CitusWorker> {
  const db = connect(databaseUrl, { max: 1 })
  const [node] = await db<[{ host: string; port: number }]>`
    select nodename as host, nodeport as port from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('wallets', ${workspaceId}::text)`
  await db.end()
  const address = `postgres://quoin@${node.host}:${node.port}/postgres`
  const worker = connect(address, { max: 1 })
  const [is] = await worker<[{ data: string; commits: string }]>`
    select current_setting('data_directory') as data, current_setting('synchronous_commit') as commits`
  await worker.end()
  if (is.commits !== 'on') throw new Error('Set synchronous_commit = on there: a kill loses what is not written yet.')
  if (!existsSync(join(is.data, 'postmaster.pid'))) throw new Error(`The worker ${address} is on another machine.`)
  return { address, data: is.data }
}

/** Kills all processes of a worker's server. Returns the function that starts it again. */
export function killWorker({ data }: CitusWorker): () => void {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const [file = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(data)
  process.kill(pid, 'SIGKILL')
  return () => spawn(file, args, { cwd: data, uid, gid, detached: true, stdio: 'ignore' }).unref()
}

/** Retries the start until the server runs, because its earlier processes may still be ending. */
export async function startWorker({ address }: CitusWorker, start: () => void): Promise<void> {
  let tried = 0
  await until('the worker to be back', async () => {
    if (performance.now() - tried > 2000) {
      start()
      tried = performance.now()
    }
    const db = connect(address, { max: 1 })
    const isBack = await db`select 1`.then(
      () => true,
      () => false,
    )
    await db.end({ timeout: 1 })
    return isBack
  })
}
