import { setTimeout as sleep } from 'node:timers/promises'
import { welcome } from '../first-run.ts'
import { createMetrics } from '../http/metrics.ts'
import type { Config } from '../kit/config.ts'
import { openRuntime } from '../runtime.ts'
import { startServer } from '../serve.ts'
import { startWorker } from '../worker/worker.ts'

/** Runs the API, the background work or both until SIGINT or SIGTERM, then lets running requests and jobs finish. */
export async function startProcess(
  config: Config,
  roles: { serve: boolean; work: boolean },
  print: (text: string) => void,
): Promise<void> {
  const runtime = await openRuntime(config)
  const { ctx } = runtime
  // Signals are handled before the port opens, so that a stop right after the first answer drains too.
  const stopped = stopSignal()
  const metrics = createMetrics()
  const server = roles.serve ? await startServer(ctx, metrics) : undefined
  const worker = roles.work ? await startWorker(ctx, metrics.registry) : undefined
  if (server) await welcome(ctx, server.url, print)
  else print('Quoin works in the background.')

  const signal = await stopped
  ctx.log.info({ signal }, 'stopping')
  exitIfSlow(config)
  await Promise.all([server?.drain(), worker?.stop()])
  await runtime.close()
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
}

/** Ends the process on a second signal, and when stopping takes too long. */
function exitIfSlow({ DRAIN_NOTICE_SECONDS, DRAIN_SECONDS }: Config): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  void sleep((DRAIN_NOTICE_SECONDS + DRAIN_SECONDS + 10) * 1000, undefined, { ref: false }).then(() => process.exit(1))
}
