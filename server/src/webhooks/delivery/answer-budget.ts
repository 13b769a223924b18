const BURST_LENGTH = 16 * 1024 * 1024
const LENGTH_PER_SECOND = 4096
const SHORT_LENGTH = 256
const WORKSPACES_MAX = 10_000

/**
 * Limits the size of the responses that a workspace stores from its receivers: in full at first, and only their beginning once
 * they have been large for a long time. Large responses cost a receiver nothing, but would fill the database's disk.
 */
export class AnswerBudget {
  readonly #budgets = new Map<string, { length: number; atMs: number }>()

  /** Returns the part of the response that is stored. */
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
