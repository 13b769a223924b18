import { SANDBOX_ORIGIN } from '../../../../connectors/sandbox/client.ts'
import type { Context } from '../../../../kit/context.ts'

/** The sandbox runs in this process and needs no limit. */
const SANDBOX_HOST = new URL(SANDBOX_ORIGIN).host

const usedHere = new Map<string, number>()

/**
 * All slots of this server, or all that the workspace may use, are busy: the target waits in the queue and occupies no worker.
 */
export class ServerBusy extends Error {
  override name = 'ServerBusy'
}

/**
 * Acquires a slot for the server of this URL, across all nodes where they share limits. Returns the function that releases it.
 */
export async function acquireServerSlot(
  { config, sharedLimits }: Context,
  workspaceId: string,
  url: string,
): Promise<() => void> {
  const { host } = new URL(url)
  if (host === SANDBOX_HOST) return () => undefined
  const max = config.PUBLISH_SLOTS_PER_SERVER
  // A quarter stays free for others when the posts of one workspace hang.
  const limits = [
    { id: `publish:${host}`, max },
    { id: `publish:${host} ${workspaceId}`, max: max - Math.floor(max / 4) },
  ]
  const releases: (() => void)[] = []
  const releaseAll = () => {
    for (const release of releases) release()
  }
  try {
    for (const { id, max: atMost } of limits) releases.push(acquireHere(id, atMost))
    for (const limit of limits) {
      const shared = await sharedLimits.acquire(limit)
      if (shared && !shared.isAcquired) throw new ServerBusy(`${limit.max} posts are being sent to ${host}.`)
      if (shared) releases.push(() => shared.release())
    }
    return releaseAll
  } catch (error) {
    releaseAll()
    throw error
  }
}

function acquireHere(id: string, max: number): () => void {
  const used = usedHere.get(id) ?? 0
  if (used >= max) throw new ServerBusy(`${used} posts are being sent (${id}).`)
  usedHere.set(id, used + 1)
  return () => {
    const left = (usedHere.get(id) ?? 1) - 1
    if (left > 0) usedHere.set(id, left)
    else usedHere.delete(id)
  }
}
