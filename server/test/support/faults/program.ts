import { flushCompileCache } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../../src/http/app.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { createMetrics } from '../../../src/http/system/metrics.ts'
import { readConfig } from '../../../src/kit/config/config.ts'
import { failpoint } from '../../../src/kit/failpoint.ts'
import { openRuntime } from '../../../src/runtime.ts'
import { startWorker } from '../../../src/worker/worker.ts'
import { meteredRoutes } from '../metered-routes.ts'

/** The service plus scripted lookups, which tests kill, freeze and disconnect. Prints its address and serves. */
const { ctx } = await openRuntime(readConfig(process.env))
const metrics = createMetrics()
const app = createApp(ctx, {
  metrics,
  routes: [...routes, ...meteredRoutes],
  readiness: { check: async () => undefined },
})
tearAnswers(app)
const url = await app.listen({ host: '127.0.0.1', port: ctx.config.PORT })
await startWorker(ctx, metrics.registry)
process.stdout.write(`${url}\n`)
// A killed process writes no compile cache when it ends; with one the next process starts twice as fast.
flushCompileCache()

/** A separate failpoint: half of a response is written, then the process is gone. */
function tearAnswers({ server }: FastifyInstance): void {
  if (!process.env['QUOIN_FAILPOINT']?.startsWith('response_half_written')) return
  server.prependListener('request', (_request, response) => {
    const end = response.end.bind(response)
    response.end = ((chunk: unknown, ...rest: never[]) => {
      if (typeof chunk !== 'string') return end(chunk, ...rest)
      const half = Math.floor(chunk.length / 2)
      const finish = async () => {
        failpoint('response_half_written')
        end(chunk.slice(half), ...rest)
      }
      response.write(chunk.slice(0, half), () => void finish())
      return response
    }) as typeof response.end
  })
}
