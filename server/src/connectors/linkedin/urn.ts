/** Returns the time in a LinkedIn id, whose upper bits are milliseconds; undefined for an id that is not a number. */
export function parseUrnTime(urn: string): Date | undefined {
  const id = /:(\d{15,20})$/.exec(urn)?.[1]
  return id === undefined ? undefined : new Date(Number(BigInt(id) >> 22n))
}

interface CommentUrn {
  /** The post's activity: `urn:li:activity:1`. */
  readonly thread: string
  readonly id: string
}

/** Parses `urn:li:comment:(urn:li:activity:1,2)`. */
export function parseCommentUrn(urn: string): CommentUrn | undefined {
  const match = /^urn:li:comment:\((urn:li:\w+:[\w-]+),(\d+)\)$/.exec(urn)
  return match?.[1] && match[2] ? { thread: match[1], id: match[2] } : undefined
}

export const isPostUrn = (urn: string) => /^urn:li:(?:share|ugcPost):\d+$/.test(urn)
