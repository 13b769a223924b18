/** Renders a bar of twenty characters. */
export function bar(percent: number): string {
  return '█'.repeat(Math.round(percent / 5)).padEnd(20, '░')
}

const REDRAWN_MS = 100

export interface ProgressBar {
  readonly add: (bytes: number, total: number) => void
  /** Removes the bar. Call it before printing anything else. */
  readonly end: () => void
}

/** Shows a line on standard error that is redrawn in place. Shows nothing if standard error is not a terminal. */
export function createProgressBar(doing: string): ProgressBar {
  let done = 0
  let drawnAt = -REDRAWN_MS
  return {
    add(bytes, total) {
      done += bytes
      if (!process.stderr.isTTY || performance.now() - drawnAt < REDRAWN_MS) return
      drawnAt = performance.now()
      const percent = Math.min(99, Math.floor((done * 100) / Math.max(total, 1)))
      process.stderr.write(`\r\u001b[K${bar(percent)} ${percent} %  ${doing}  ${megabytes(done)}`)
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    },
  }
}

export function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** Shows a progress bar while work runs. */
export async function withProgress<T>(
  doing: string,
  work: (add: (bytes: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const progress = createProgressBar(doing)
  try {
    return await work(progress.add)
  } finally {
    progress.end()
  }
}
