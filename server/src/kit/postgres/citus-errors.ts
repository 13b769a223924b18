import { DatabaseError } from 'pg'

const QUOTED_NAME = /constraint "([^"]+)"/
const SHARD_NUMBER = /_\d{6,}$/
const LOST_NODE =
  /^(?:failure on connection marked as essential|connection to the remote node|could not establish any connections)/

/** A shard's error comes without its fields: the name is in the message and ends in the number of the shard. */
export function readConstraintName(error: DatabaseError): string | undefined {
  if (!error.code?.startsWith('23')) return undefined
  return (error.constraint ?? QUOTED_NAME.exec(error.message)?.[1])?.replace(SHARD_NUMBER, '')
}

/** Returns true when the coordinator lost its connection to a worker, which it reports as an internal error. */
export function isNodeLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'XX000' && LOST_NODE.test(error.message)
}
