import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import { findRecord, hasRule, readUri } from './records.ts'
import { getPdsService, procedure } from './xrpc.ts'

const THREADGATES = 'app.bsky.feed.threadgate'
/** Each retry means that another change of the same thread came first. */
const SWAPS_MAX = 10

/** The hidden replies of a thread are one list in a record beside its first post: it is read, changed and written whole. */
export async function setHidden(
  session: Session,
  { uri, rootUri }: { uri: string; rootUri: string },
  isHidden: boolean,
): Promise<void> {
  const root = readUri(rootUri)
  const repo = session.identity.externalId
  if (root.repo !== repo)
    throw new PlatformError('invalid', "Only replies in this account's own threads can be hidden.", {
      rule: 'bluesky.comment.foreign_thread',
    })
  const newGate = { $type: THREADGATES, post: rootUri, createdAt: session.now().toISOString() }
  for (let swap = 1; ; swap++) {
    const gate = await findRecord(session, THREADGATES, root.rkey)
    const before: string[] = gate?.value.hiddenReplies ?? []
    if (before.includes(uri) === isHidden) return
    const hiddenReplies = isHidden ? [...before, uri] : before.filter((one) => one !== uri)
    try {
      await procedure(getPdsService(session), 'com.atproto.repo.putRecord', {
        body: {
          repo,
          collection: THREADGATES,
          rkey: root.rkey,
          record: { ...(gate?.value ?? newGate), hiddenReplies } as Json,
          swapRecord: gate?.cid ?? null,
        },
      })
      return
    } catch (error) {
      // The record changed in between: read it again and add our change.
      if (!hasRule(error, 'invalid_swap')) throw error
      if (swap === SWAPS_MAX)
        throw new PlatformError('unavailable', 'The thread is being changed by others.', { cause: error })
    }
  }
}

/** The hidden replies of these threads, given by the URIs of their first posts. */
export async function listHidden(session: Session, roots: ReadonlySet<string>): Promise<Set<string>> {
  const hidden = new Set<string>()
  for (const root of roots) {
    const gate = await findRecord(session, THREADGATES, readUri(root).rkey)
    for (const uri of gate?.value.hiddenReplies ?? []) hidden.add(uri)
  }
  return hidden
}
