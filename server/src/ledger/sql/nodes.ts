import type { Db } from '../../kit/postgres/db.ts'
import { VERSION } from '../../kit/version.ts'

export interface NodeFacts {
  /** Null for commands. */
  readonly role: 'all' | 'serve' | 'work' | null
  /** Id of the media store that it uses. */
  readonly media: string | null
  /** The URL at which users reach it; null until it listens, and for processes that do not. */
  readonly url: string | null
}

export interface Lease {
  epoch: number
  /** Differs for every server and for every start of one: it changes with a failover. */
  server: string
}

export async function insertNode(db: Db, { role, media, url }: NodeFacts, leaseSeconds: number): Promise<Lease> {
  const [row] = await db<[Lease]>`
    insert into nodes (role, media, url, version, lease_ends_at)
    values (${role}, ${media}, ${url}, ${VERSION}, now() + make_interval(secs => ${leaseSeconds}))
    returning epoch, pg_postmaster_start_time()::text as server`
  return row
}

/** Returns undefined when the epoch is gone: others assumed that this process is dead. */
export async function renewLease(db: Db, epoch: number, leaseSeconds: number): Promise<Lease | undefined> {
  const [row] = await db<Lease[]>`
    update nodes set lease_ends_at = now() + make_interval(secs => ${leaseSeconds}), heartbeat_at = now()
    where epoch = ${epoch} returning epoch, pg_postmaster_start_time()::text as server`
  return row
}

export async function updateNodeUrl(db: Db, epoch: number, url: string): Promise<void> {
  await db`update nodes set url = ${url} where epoch = ${epoch}`
}

/** Finds the URL of the process that began to serve last, if one serves now. */
export async function findServerUrl(db: Db): Promise<string | undefined> {
  const [row] = await db<{ url: string }[]>`
    select url from nodes where url is not null and not is_draining and lease_ends_at > now() order by epoch desc limit 1`
  return row?.url
}

export async function updateNodeDraining(db: Db, epoch: number): Promise<void> {
  await db`update nodes set is_draining = true where epoch = ${epoch}`
}

/** Ends a lease at once: the next sweep releases the remaining holds. */
export async function endLease(db: Db, epoch: number): Promise<void> {
  await db`update nodes set lease_ends_at = now() where epoch = ${epoch}`
}

/** Lists the epochs whose lease ended. */
export async function listEndedNodes(db: Db): Promise<number[]> {
  return (await db<{ epoch: number }[]>`select epoch from nodes where lease_ends_at < now()`).map((row) => row.epoch)
}

export async function listNodeEpochs(db: Db): Promise<number[]> {
  return (await db<{ epoch: number }[]>`select epoch from nodes`).map((row) => row.epoch)
}

/** Deletes nodes whose lease is still over: a process that was late may have renewed its lease. */
export async function deleteNodes(db: Db, epochs: readonly number[]): Promise<void> {
  await db`delete from nodes where epoch = any(${epochs}::bigint[]) and lease_ends_at < now()`
}

export interface OtherNode {
  role: string
  media: string
}

/** Lists processes that serve or work, started before this one and are not about to end. */
export async function listEarlierNodes(db: Db, epoch: number): Promise<OtherNode[]> {
  return db<OtherNode[]>`
    select role, media from nodes
    where epoch < ${epoch} and role is not null and media is not null and not is_draining and lease_ends_at > now()
    order by epoch`
}

/** Counts the processes that serve or work on this database now. */
export async function countLiveNodes(db: Db): Promise<number> {
  const [row] = await db<[{ live: number }]>`
    select count(*)::integer as live from nodes where role is not null and lease_ends_at > now()`
  return row.live
}
