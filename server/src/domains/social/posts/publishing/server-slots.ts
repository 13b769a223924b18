import { SANDBOX_ORIGIN } from '../../../../connectors/sandbox/client.ts'
import { publishJob } from '../contract/jobs.ts'

/** How many posts this process publishes on one server at a time. A slow server leaves most of the job's concurrency free. */
const SLOTS_PER_SERVER = publishJob.concurrency / 4
/** The sandbox runs in this process and needs no limit. */
const SANDBOX_HOST = new URL(SANDBOX_ORIGIN).host

const usedSlots = new Map<string, number>()

/** All slots of this server are in use: the target waits in the queue and occupies no worker. */
export class ServerBusy extends Error {
  override name = 'ServerBusy'
}

/** Acquires a slot for the server of this URL. Returns the function that releases it. */
export function acquireServerSlot(url: string): () => void {
  const { host } = new URL(url)
  if (host === SANDBOX_HOST) return () => undefined
  const used = usedSlots.get(host) ?? 0
  if (used >= SLOTS_PER_SERVER) throw new ServerBusy(`${used} posts are being sent to ${host}.`)
  usedSlots.set(host, used + 1)
  return () => {
    const left = (usedSlots.get(host) ?? 1) - 1
    if (left > 0) usedSlots.set(host, left)
    else usedSlots.delete(host)
  }
}
