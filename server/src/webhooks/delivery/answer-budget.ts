const BURST_LENGTH = 16 * 1024 * 1024
const LENGTH_PER_SECOND = 4096
const SHORT_LENGTH = 256
const WORKSPACES_MAX = 10_000

/**
 * Limits how much of its receivers' answers a workspace stores: answers in full at first, and only their beginning once they
 * have been large for long. Sending large answers costs a receiver nothing, and they would fill the database's disk.
 */
export class AnswerBudget {
  readonly #budgets = new Map<string, { length: number; atMs: number }>()

  /** The part of the answer that is stored. */
  cut(workspaceId: string, answer: string, nowMs: number): string {
    if (answer.length <= SHORT_LENGTH) return answer
    const before = this.#budgets.get(workspaceId) ?? { length: BURST_LENGTH, atMs: nowMs }
    const length = Math.min(BURST_LENGTH, before.length + ((nowMs - before.atMs) / 1000) * LENGTH_PER_SECOND)
    const kept = length >= answer.length ? answer : answer.slice(0, SHORT_LENGTH)
    if (this.#budgets.size >= WORKSPACES_MAX) this.#budgets.clear()
    this.#budgets.set(workspaceId, { length: kept === answer ? length - answer.length : length, atMs: nowMs })
    return kept
  }
}
