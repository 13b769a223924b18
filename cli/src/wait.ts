import type { Quoin } from '../../sdk/src/client.ts'
import { note } from './output.ts'

interface Progress {
  readonly id: string
  readonly status: string
  readonly progress?: { readonly done?: number; readonly total?: number } | null
}

/** Waits for a job, a post or a media asset, with a progress bar on a terminal. Sets the exit code to 1 if it failed. */
export async function waitWithProgress(
  client: Quoin,
  resource: unknown,
  { quiet }: { quiet?: true },
): Promise<unknown> {
  const bar = process.stderr.isTTY && !quiet ? await openBar() : undefined
  try {
    const ended = (await client.waitFor(resource as never, {
      onProgress: (now: unknown) => bar?.show(now as Progress),
    })) as Progress
    if (/^(failed|partially_published|canceled)$/.test(ended.status)) {
      process.exitCode = 1
      note(`${ended.id} ended with status ${ended.status}.`)
    }
    return ended
  } finally {
    bar?.stop()
  }
}

async function openBar() {
  const { default: progress } = await import('cli-progress')
  const format = '{bar} {percentage}% {status}'
  const bar = new progress.SingleBar({ format, stream: process.stderr, clearOnComplete: true })
  let isStarted = false
  return {
    show({ status, progress: counts }: Progress) {
      const { done = 0, total = 1 } = counts ?? {}
      if (!isStarted) bar.start(total, done, { status })
      isStarted = true
      bar.setTotal(Math.max(total, 1))
      bar.update(done, { status })
    },
    stop: () => isStarted && bar.stop(),
  }
}
