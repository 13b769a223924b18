/** Usage of a limit that the platform reported in its last response. */
export interface LimitUsage {
  /** From 0 to 1; more when the limit is exceeded. */
  readonly usedShare: number
  readonly resetSeconds: number
}

export interface PacedCall {
  /** Callers that share a limit: the accounts of one app. */
  readonly group: string
  readonly member: string
  /** Reads stop earlier, so that calls that people wait for still go through. */
  readonly isRead: boolean
}

/** Keeps callers below the platforms' limits, before a call is refused. Counts in this process only. */
export interface Pacing {
  /** Returns the time to wait before the call; 0 to make it now, which counts it. */
  waitSeconds(call: PacedCall): number
  /** Records the usage in a response: of the limit of the whole group, or of this member only. */
  record(call: PacedCall, scope: 'group' | 'member', usage: LimitUsage): void
}

const STOP_ALL = 0.95
const STOP_READS = 0.85
/** Above this usage no member may use much more than its share of the rest. */
const SHARE_FROM = 0.7
const SHARE_SLACK = 1.5
/** Time a member that used its share waits before it is checked again. */
const TURN_SECONDS = 15
const KEPT_MAX = 10_000

interface RecordedUsage {
  usedShare: number
  resetAt: number
}

interface Group extends RecordedUsage {
  /** Calls since the limit was last reset, by member. */
  calls: Map<string, number>
}

export function createPacing(nowMs: () => number): Pacing {
  const groups = new Map<string, Group>()
  const members = new Map<string, RecordedUsage>()

  function findGroup(name: string): Group | undefined {
    const group = groups.get(name)
    if (!group || group.resetAt > nowMs()) return group
    groups.delete(name)
    return undefined
  }

  return {
    waitSeconds({ group: name, member, isRead }) {
      const own = members.get(memberKey({ group: name, member, isRead }))
      const group = findGroup(name)
      for (const known of [own, group])
        if (known && known.resetAt > nowMs() && known.usedShare >= (isRead ? STOP_READS : STOP_ALL))
          return secondsUntil(known.resetAt, nowMs())
      if (!group) return 0
      const made = group.calls.get(member) ?? 0
      if (group.usedShare >= SHARE_FROM && hasHadItsShare(group, made))
        return Math.min(TURN_SECONDS, secondsUntil(group.resetAt, nowMs()))
      group.calls.set(member, made + 1)
      return 0
    },
    record(call, scope, { usedShare, resetSeconds }) {
      const { group: name, member } = call
      const resetAt = nowMs() + resetSeconds * 1000
      if (scope === 'member') {
        members.delete(memberKey(call))
        members.set(memberKey(call), { usedShare, resetAt })
        return forgetOldest(members)
      }
      const { calls } = findGroup(name) ?? { calls: new Map<string, number>([[member, 1]]) }
      groups.delete(name)
      groups.set(name, { usedShare, resetAt, calls })
      forgetOldest(groups)
    },
  }
}

/** Platforms limit each kind of call of a member: a used-up read limit does not stop a write. */
function memberKey({ group, member, isRead }: PacedCall): string {
  return `${group}/${member}/${isRead ? 'read' : 'write'}`
}

function hasHadItsShare({ calls }: Group, made: number): boolean {
  if (calls.size < 2) return false
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
  return made > (total / calls.size) * SHARE_SLACK
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1000))
}

/** Maps keep insertion order: the first entry is the oldest record. */
function forgetOldest(known: Map<string, unknown>): void {
  if (known.size <= KEPT_MAX) return
  const [oldest] = known.keys()
  if (oldest !== undefined) known.delete(oldest)
}
