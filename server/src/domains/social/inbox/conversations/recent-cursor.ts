/** Position in a list by last message. A conversation that gets a message meanwhile moves to the front, and none is skipped. */
export interface RecentPosition {
  readonly at: Date
  readonly id: string
}

export function writeRecentCursor({ at, id }: RecentPosition): string {
  return Buffer.from(`${at.getTime()}.${id}`, 'latin1').toString('base64url')
}

/** Returns undefined for an invalid cursor. */
export function readRecentCursor(cursor: string): RecentPosition | undefined {
  const parts = /^(\d{1,13})\.(conv_[0-9A-HJKMNP-TV-Z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  return parts?.[2] === undefined ? undefined : { at: new Date(Number(parts[1])), id: parts[2] }
}
