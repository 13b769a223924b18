/** Opens after failures in a row and lets one try through once it has rested. */
export interface Breaker {
  isOpen(now: number): boolean
  succeeded(): void
  failed(now: number): void
}

const FAILURES_MAX = 5
const REST_MS = 30_000

export function createBreaker(): Breaker {
  let failures = 0
  let openUntil = 0
  return {
    isOpen: (now) => now < openUntil,
    succeeded() {
      failures = 0
    },
    failed(now) {
      failures++
      if (failures >= FAILURES_MAX) openUntil = now + REST_MS
    },
  }
}
