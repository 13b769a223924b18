import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from './kit/config/config.ts'
import type { Log } from './kit/log/log.ts'
import { readFreeBytes } from './kit/storage/free-space.ts'
import type { Node } from './ledger/node.ts'

const POLL_MS = 200

/**
 * Refuses to run beside a process that stores media elsewhere: each would return 404 for the media of the other. Waits for a
 * process that is being replaced, as long as the lease of a killed process can last.
 */
export async function assertSharedMedia(config: Config, node: Node, log: Log): Promise<void> {
  if (!config.DATABASE_URL) return
  const deadline = performance.now() + (config.NODE_LEASE_SECONDS + 2) * 1000
  let isWaiting = false
  for (;;) {
    const apart = (await node.listOthers()).filter(({ media }) => media !== node.facts.media)
    if (apart.length === 0) return
    if (performance.now() > deadline) throw new ConfigError(refusal(config, apart.length))
    if (!isWaiting) log.warn('Another process on this database stores media elsewhere. Waiting for it to end.')
    isWaiting = true
    await sleep(POLL_MS)
  }
}

const WHAT_TO_SET =
  'Set MEDIA_S3_BUCKET, and where needed MEDIA_S3_ENDPOINT, MEDIA_S3_REGION, MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY, to the same store in every process, or let all processes share one QUOIN_DATA folder.'

function refusal(config: Config, count: number): string {
  const [own, theirs] = config.MEDIA_S3_BUCKET
    ? [`the bucket ${config.MEDIA_S3_BUCKET}`, 'in a folder or in another bucket']
    : [`the folder ${config.dataDir}/media`, 'elsewhere']
  const others =
    count === 1
      ? `another process on this database stores them ${theirs}`
      : `${count} other processes on this database store them ${theirs}`
  return `MEDIA_S3_BUCKET: this process would store media files in ${own}, but ${others}. They would not find each other's files. ${WHAT_TO_SET}`
}

/** Warns a process that runs alone: a second one with its own folder would be refused. */
export async function warnAboutLocalMedia(config: Config, node: Node, log: Log): Promise<void> {
  if (!config.DATABASE_URL || config.MEDIA_S3_BUCKET || (await node.listOthers()).length > 0) return
  log.warn(
    `Media files are in ${config.dataDir}/media: another process on this database with its own folder will be refused. ${WHAT_TO_SET}`,
  )
}

/** Warns that the disk is nearly full. The database can still write; media are refused until there is more space. */
export async function warnAboutLowSpace(config: Config, log: Log): Promise<void> {
  if (config.MEDIA_S3_BUCKET) return
  const free = await readFreeBytes(config.dataDir)
  if (free >= config.DISK_RESERVE_BYTES) return
  log.warn(
    `The disk of ${config.dataDir} has ${free} bytes free, less than DISK_RESERVE_BYTES (${config.DISK_RESERVE_BYTES}): media files are refused so that the database can still write. Free some space, or set MEDIA_S3_BUCKET.`,
  )
}
