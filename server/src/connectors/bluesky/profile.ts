import { PlatformError } from '../platform-error.ts'
import type { Identity } from '../session.ts'
import { type Body, query, type Service } from './xrpc.ts'

/** The person behind a session of the data server. */
export async function readIdentity(pds: Service, session: Body): Promise<Identity> {
  const names = (await findNames(pds, session)) ?? { displayName: null, avatarUrl: null }
  return { externalId: session.did, username: session.handle, ...names }
}

/** Names and pictures come from Bluesky's index. A sign-in succeeds without them when the index cannot be reached. */
export async function findNames(
  pds: Service,
  { did }: Body,
): Promise<Pick<Identity, 'displayName' | 'avatarUrl'> | undefined> {
  try {
    const { displayName, avatar } = await query(pds, 'app.bsky.actor.getProfile', { actor: did })
    return { displayName: displayName || null, avatarUrl: avatar ?? null }
  } catch (error) {
    if (error instanceof PlatformError) return undefined
    throw error
  }
}
