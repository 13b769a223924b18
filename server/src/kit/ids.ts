import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulid'
import type { Clock } from './clock.ts'

const PREFIXES = {
  workspace: 'ws',
  key: 'key',
  user: 'usr',
  session: 'ses',
  passkey: 'pk',
  invitation: 'inv',
  portalLink: 'plk',
  profile: 'prof',
  connection: 'conn',
  account: 'acc',
  entity: 'ent',
  fault: 'flt',
  grant: 'grt',
  hold: 'hold',
  webhook: 'wh',
  delivery: 'dlv',
  media: 'med',
  post: 'post',
  target: 'tgt',
  attempt: 'att',
  request: 'req',
  order: 'ord',
  subscription: 'sub',
  audit: 'aud',
  suppression: 'sup',
  savedSearch: 'srch',
  purchase: 'pur',
  job: 'job',
  bulk: 'bulk',
  comment: 'cmt',
  conversation: 'conv',
  message: 'msg',
  review: 'rev',
  template: 'tpl',
  app: 'app',
} as const

export type IdKind = keyof typeof PREFIXES

/** Ids sort by creation time, so keyset pages and time-ordered primary keys need no other column. */
export interface Ids {
  next(kind: IdKind): string
  /** Returns a new id that sorts by a time in the past, for something that happened elsewhere and is recorded later. */
  nextAt(kind: IdKind, moment: Date): string
  /** Returns a bare ULID: event ids have no prefix. */
  ulid(): string
  /** Returns the smallest id of a time: the start of a time range. */
  lowestAt(kind: IdKind, moment: Date): string
  lowestUlidAt(moment: Date): string
}

export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory(createRandom())
  const make = () => ulid(clock.now().getTime())
  const encodeTimestamp = (moment: Date) =>
    encodeTime(Math.min(Math.max(0, moment.getTime()), clock.now().getTime()), 10)
  return {
    next: (kind) => `${PREFIXES[kind]}_${make()}`,
    nextAt: (kind, moment) => `${PREFIXES[kind]}_${encodeTimestamp(moment)}${make().slice(10)}`,
    ulid: make,
    lowestAt: (kind, moment) => `${PREFIXES[kind]}_${lowestUlid(moment)}`,
    lowestUlidAt: lowestUlid,
  }
}

/** Returns the time at which an id was made. */
export function readTime(id: string): Date {
  return new Date(decodeTime(id.slice(-26)))
}

function lowestUlid(moment: Date): string {
  return `${encodeTime(Math.max(0, moment.getTime()), 10)}${'0'.repeat(16)}`
}

/** Random bytes are drawn 4096 at a time: a system call for each character would cost more than the rest of the id. */
function createRandom(): () => number {
  const page = new Uint8Array(4096)
  let at = page.length
  return () => {
    if (at === page.length) {
      randomFillSync(page)
      at = 0
    }
    return (page[at++] ?? 0) / 256
  }
}
