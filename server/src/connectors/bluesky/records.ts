import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, getPdsService, query } from './xrpc.ts'

/** The collection of posts in an account's repository. */
export const POSTS = 'app.bsky.feed.post'

/** Reads `at://<repo>/<collection>/<rkey>`. */
export function readUri(uri: string): { repo: string; rkey: string } {
  const [repo = '', , rkey = ''] = uri.replace('at://', '').split('/')
  return { repo, rkey }
}

/** A record of the account's own repository. */
export async function findRecord(session: Session, collection: string, rkey: string): Promise<Body> {
  try {
    const repo = session.identity.externalId
    return await query(getPdsService(session), 'com.atproto.repo.getRecord', { repo, collection, rkey })
  } catch (error) {
    if (hasRule(error, 'record_not_found')) return undefined
    throw error
  }
}

export function hasRule(error: unknown, rule: string): boolean {
  return error instanceof PlatformError && error.rule === `bluesky.${rule}`
}
