import type { Session } from '../session.ts'
import type { Body } from './instance.ts'
import { findStatus } from './read-statuses.ts'
import { isOwn } from './status.ts'

/** A thread can be as deep as strangers make it; a reply further down is not looked at. */
const DEPTH_MAX = 20

/**
 * The id of the first post of a reply's thread; undefined when that is not ours. Read parent by parent: a thread is as large as
 * strangers make it. `known` has the statuses that were read before and gets those that are read here.
 */
export async function findRoot(session: Session, reply: Body, known: Map<string, Body>): Promise<string | undefined> {
  let root = reply
  for (let depth = 0; root.in_reply_to_id; depth++) {
    if (depth === DEPTH_MAX) return undefined
    const id = String(root.in_reply_to_id)
    const parent = known.get(id) ?? (await findStatus(session, id))
    // The thread is not shown from further up.
    if (parent?.id === undefined) break
    known.set(id, parent)
    root = parent
  }
  return root !== reply && isOwn(session, root) ? String(root.id) : undefined
}
