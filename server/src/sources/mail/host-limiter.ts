import { setTimeout as sleep } from 'node:timers/promises'

/** Lets one at a time through to each mail server, and not too soon after the last. */
export interface Pace {
  /** Undefined when the turn would come too late, or the server wants none of us for now. */
  take<T>(host: string, untilMs: number, work: () => Promise<T>): Promise<T | undefined>
  /** Leaves a server alone that said what it thinks of us. */
  rest(host: string): void
  isResting(host: string): boolean
}

interface Turn {
  /** Ends when everybody before has gone. */
  last: Promise<unknown>
  waiting: number
  nextAt: number
  restsUntil: number
}

const REST_MS = 15 * 60_000
const HOSTS_MAX = 10_000

export function createPace(paceMs: number, now: () => number = () => performance.now()): Pace {
  const turns = new Map<string, Turn>()

  function turnOf(host: string): Turn {
    let turn = turns.get(host)
    if (!turn) {
      if (turns.size >= HOSTS_MAX) forget()
      turns.set(host, (turn = { last: Promise.resolve(), waiting: 0, nextAt: 0, restsUntil: 0 }))
    }
    return turn
  }

  /** Hosts that are owed nothing; when all are owed a rest, those who have had most of theirs. */
  function forget(): void {
    for (const [host, turn] of turns)
      if (turn.waiting === 0 && turn.nextAt <= now() && turn.restsUntil <= now()) turns.delete(host)
    for (const [host, turn] of turns) {
      if (turns.size < HOSTS_MAX) return
      if (turn.waiting === 0) turns.delete(host)
    }
  }

  async function wait(turn: Turn, untilMs: number): Promise<boolean> {
    if (turn.nextAt >= untilMs) return false
    while (turn.nextAt > now()) await sleep(Math.ceil(turn.nextAt - now()))
    return now() < untilMs
  }

  return {
    async take(host, untilMs, work) {
      const turn = turnOf(host)
      const before = turn.last
      const { promise, resolve: done } = Promise.withResolvers<void>()
      turn.last = promise
      turn.waiting++
      try {
        await before
        if (turn.restsUntil > now() || !(await wait(turn, untilMs))) return undefined
        turn.nextAt = now() + paceMs
        return await work()
      } finally {
        turn.waiting--
        done()
      }
    },
    rest(host) {
      turnOf(host).restsUntil = now() + REST_MS
    },
    isResting: (host) => (turns.get(host)?.restsUntil ?? 0) > now(),
  }
}
