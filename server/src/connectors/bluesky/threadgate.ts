import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { buildRecordSchema, findRecord, parseUri } from './records.ts'
import { Done, getPdsService, procedure } from './xrpc.ts'

const THREADGATES = 'app.bsky.feed.threadgate'
/** Each retry means that another change of the same thread came first. */
const SWAPS_MAX = 10

const Threadgate = buildRecordSchema(Type.Object({ hiddenReplies: Maybe(Type.Array(Type.String())) }))

const findGate = (session: Session, rkey: string) =>
  findRecord(session, { collection: THREADGATES, rkey, schema: Threadgate })

/**
 * Hides or shows a reply. The hidden replies of a thread are one list in a record beside its first post: it is read, changed and
 * written whole.
 */
export async function setHidden(
  session: Session,
  { uri, rootUri }: { uri: string; rootUri: string },
  isHidden: boolean,
): Promise<void> {
  const { repo, rkey } = parseUri(rootUri)
  if (repo !== session.identity.externalId)
    throw new PlatformError('invalid', "Only replies in this account's own threads can be hidden.", {
      rule: 'bluesky.comment.foreign_thread',
    })
  const newGate = { $type: THREADGATES, post: rootUri, createdAt: session.now().toISOString() }
  for (let swap = 1; ; swap++) {
    const gate = await findGate(session, rkey)
    const before = gate?.value.hiddenReplies ?? []
    if (before.includes(uri) === isHidden) return
    const hiddenReplies = isHidden ? [...before, uri] : before.filter((one) => one !== uri)
    const record = { ...(gate?.value ?? newGate), hiddenReplies }
    try {
      await procedure(getPdsService(session), 'com.atproto.repo.putRecord', {
        schema: Done,
        body: { repo, collection: THREADGATES, rkey, record, swapRecord: gate?.cid ?? null },
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

/** Lists the hidden replies of these threads, given by the URIs of their first posts. */
export async function listHidden(session: Session, roots: ReadonlySet<string>): Promise<Set<string>> {
  const hidden = new Set<string>()
  for (const root of roots) {
    const gate = await findGate(session, parseUri(root).rkey)
    for (const uri of gate?.value.hiddenReplies ?? []) hidden.add(uri)
  }
  return hidden
}
