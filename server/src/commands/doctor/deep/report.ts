import type { Output } from '../../command.ts'
import type { CheckResult } from './check.ts'

export interface DeepFinding extends CheckResult {
  readonly group: string
  readonly check: string
}

const LABELS = { ok: '  ok  ', failed: ' FAIL ', skipped: ' skip ' }

/** Prints findings as they are made, each under the heading of its group, and counts them. */
export class DeepReport {
  readonly findings: DeepFinding[] = []
  readonly #print: (output: Output) => void
  readonly #signal: AbortSignal
  readonly #startedAt = performance.now()

  constructor(print: (output: Output) => void, signal: AbortSignal) {
    this.#print = print
    this.#signal = signal
  }

  get isInterrupted(): boolean {
    return this.#signal.aborted
  }

  add(group: string, check: string, result: CheckResult): void {
    if (this.findings.at(-1)?.group !== group) this.#print({ text: `\n${group}` })
    this.findings.push({ group, check, ...result })
    this.#print({ text: `${LABELS[result.outcome]} ${check}: ${result.text}` })
    if (result.advice !== undefined) this.#print({ text: `       ${result.advice}` })
  }

  count(outcome: CheckResult['outcome']): number {
    return this.findings.filter((finding) => finding.outcome === outcome).length
  }

  get seconds(): number {
    return Math.round((performance.now() - this.#startedAt) / 1000)
  }
}
