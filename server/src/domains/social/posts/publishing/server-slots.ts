import { SANDBOX_ORIGIN } from '../../../../connectors/sandbox/network.ts'
import { publishJob } from '../contract/jobs.ts'

/** However many posts go to one server, and however long it takes: most of the slots are for the others. */
const PLACES = publishJob.concurrency / 4
const INSIDE = new URL(SANDBOX_ORIGIN).host

const taken = new Map<string, number>()

/** So many posts are on their way to this server that one more waits, without a slot. */
export class Crowded extends Error {
  override name = 'Crowded'
}

/** Takes a place among those that this process publishes on a server; answers how to leave it. */
export function takePlace(url: string): () => void {
  const { host } = new URL(url)
  if (host === INSIDE) return () => undefined
  const others = taken.get(host) ?? 0
  if (others >= PLACES) throw new Crowded(`${others} posts are on their way to ${host}.`)
  taken.set(host, others + 1)
  return () => {
    const left = (taken.get(host) ?? 1) - 1
    if (left > 0) taken.set(host, left)
    else taken.delete(host)
  }
}
