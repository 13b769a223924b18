const BURST = 16 * 1024 * 1024
const PER_SECOND = 4096
const SHORT_LENGTH = 256
const KEPT_MAX = 10_000

/**
 * How much of its receivers' answers a workspace has written down: all that was read of each, and only the beginning once
 * they were large for long. Answers cost their sender nothing and would fill the database's disk.
 */
export class AnswerBudget {
  readonly #left = new Map<string, { length: number; atMs: number }>()

  cut(workspaceId: string, answer: string, nowMs: number): string {
    if (answer.length <= SHORT_LENGTH) return answer
    const before = this.#left.get(workspaceId) ?? { length: BURST, atMs: nowMs }
    const length = Math.min(BURST, before.length + ((nowMs - before.atMs) / 1000) * PER_SECOND)
    const kept = length >= answer.length ? answer : answer.slice(0, SHORT_LENGTH)
    if (this.#left.size >= KEPT_MAX) this.#left.clear()
    this.#left.set(workspaceId, { length: kept === answer ? length - answer.length : length, atMs: nowMs })
    return kept
  }
}
