import { SANDBOX_ORIGIN } from '../../../../connectors/sandbox/client.ts'
import type { Context } from '../../../../kit/context.ts'

/** The sandbox runs in this process and needs no limit. */
const SANDBOX_HOST = new URL(SANDBOX_ORIGIN).host

const usedHere = new Map<string, number>()

/** All slots of this server are in use: the target waits in the queue and occupies no worker. */
export class ServerBusy extends Error {
  override name = 'ServerBusy'
}

/** Acquires a slot for the server of this URL, over all nodes where they share limits. Returns the function that releases it. */
export async function acquireServerSlot({ config, sharedLimits }: Context, url: string): Promise<() => void> {
  const { host } = new URL(url)
  if (host === SANDBOX_HOST) return () => undefined
  const max = config.PUBLISH_SLOTS_PER_SERVER
  const releaseHere = acquireHere(host, max)
  const shared = await sharedLimits.acquire({ id: `publish:${host}`, max })
  if (!shared) return releaseHere
  if (!shared.isAcquired) {
    releaseHere()
    throw new ServerBusy(`${max} posts are being sent to ${host} by all processes.`)
  }
  return () => {
    releaseHere()
    shared.release()
  }
}

function acquireHere(host: string, max: number): () => void {
  const used = usedHere.get(host) ?? 0
  if (used >= max) throw new ServerBusy(`${used} posts are being sent to ${host}.`)
  usedHere.set(host, used + 1)
  return () => {
    const left = (usedHere.get(host) ?? 1) - 1
    if (left > 0) usedHere.set(host, left)
    else usedHere.delete(host)
  }
}
