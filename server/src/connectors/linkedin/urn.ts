/** The time in a LinkedIn id: its upper bits are milliseconds. Undefined for an id that is no number. */
export function parseUrnTime(urn: string): Date | undefined {
  const id = /:(\d{15,20})$/.exec(urn)?.[1]
  return id === undefined ? undefined : new Date(Number(BigInt(id) >> 22n))
}

export interface CommentUrn {
  /** The thread it stands in: `urn:li:activity:1`. */
  readonly thread: string
  readonly id: string
}

/** `urn:li:comment:(urn:li:activity:1,2)`. */
export function parseCommentUrn(urn: string): CommentUrn | undefined {
  const match = /^urn:li:comment:\((urn:li:\w+:[\w-]+),(\d+)\)$/.exec(urn)
  return match?.[1] && match[2] ? { thread: match[1], id: match[2] } : undefined
}

export const isPostUrn = (urn: string) => /^urn:li:(?:share|ugcPost):\d+$/.test(urn)
