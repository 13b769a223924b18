import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type FirstRun, prepareFirstRun } from '../first-run.ts'
import { createMetrics } from '../http/system/metrics.ts'
import type { Config } from '../kit/config/config.ts'
import type { Roles } from '../kit/postgres/pool/pool-sizes.ts'
import type { EmbeddedPostgres } from '../operations/embedded/embedded-postgres.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { startServer } from '../serve.ts'
import { assertSharedMedia, warnAboutLocalMedia, warnAboutLowSpace } from '../shared-media.ts'
import { startWorker } from '../worker/worker.ts'
import type { CommandCall, Output } from './command.ts'
import { warnIfNotShared } from './shared-limits.ts'

/** Runs the API, the background work or both until SIGINT or SIGTERM, then lets running requests and jobs finish. */
export async function startProcess(
  config: Config,
  roles: Roles,
  { print, isJson }: CommandCall,
  postgres?: Promise<EmbeddedPostgres>,
): Promise<undefined> {
  await using runtime = await openRuntime(config, { hasJsonLog: isJson, roles, postgres })
  await using services = new AsyncDisposableStack()
  // Handles signals before the port opens, so that a stop right after the first response drains too.
  const stopped = stopSignal()
  const output = await startServices(services, runtime, roles)
  await warnAboutLocalMedia(config, runtime.node, runtime.ctx.log)
  await warnAboutLowSpace(config, runtime.ctx.log)
  print(output)
  await warnIfNotShared(runtime.ctx).catch(() => {})

  const signal = await stopped
  runtime.ctx.log.info({ signal }, 'stopping')
  exitIfSlow(config)
  // From now on, this process does not keep its replacement from starting.
  await runtime.node.drain().catch(() => {})
}

/** Starts the API, the worker or both. They stop at the same time, because each takes its time to drain. */
async function startServices(
  services: AsyncDisposableStack,
  { ctx, registry, node }: Runtime,
  roles: Roles,
): Promise<Output> {
  const stops: (() => Promise<void>)[] = []
  services.defer(async () => void (await Promise.all(stops.map((stop) => stop()))))
  await assertSharedMedia(ctx.config, node, ctx.log)
  const metrics = createMetrics(registry)
  const server = roles.serve ? await startServer(ctx, metrics) : undefined
  if (server) {
    stops.push(() => server.drain())
    await node.announceUrl(server.url)
  }
  const worker = roles.work ? await startWorker(ctx, metrics.registry) : undefined
  if (worker) stops.push(() => worker.stop())
  if (!server) {
    collectGarbage()
    return { text: 'Quoin is doing background work.', data: { status: 'ready' } }
  }
  const first = await prepareFirstRun(ctx, server.url)
  // Before `/readyz` returns 200.
  collectGarbage()
  server.open()
  return welcome(ctx.config, server.url, first)
}

/**
 * Returns unused memory to the system, in 0.15 s during which the event loop is blocked. V8 alone would never do so: it keeps
 * the pages of a start for the next collection, and an idle server has none (decision 0052).
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  // The compile cache depends on the flags: modules loaded later need the same ones.
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Prints the URLs and the keys of the first start. In production prints only the file of the keys, because others may read the output. */
function welcome({ isProduction }: Config, url: string, first: FirstRun | undefined): Output {
  const lines = [`\nQuoin is ready.\n  API   ${url}\n  Docs  ${url}/docs`]
  const data = { status: 'ready', base_url: url, docs_url: `${url}/docs` }
  if (!first) return { text: lines.join('\n'), data }
  const { file, workspaceId, liveKey, testKey, setUpUrl } = first
  const opened = `\nYour first workspace is ${workspaceId}, with 50 free credits.`
  const named = { ...data, first_run: file, workspace_id: workspaceId }
  if (isProduction)
    return {
      text: [
        ...lines,
        `${opened} Its keys and the link that creates the first user are in ${file}, which only you can read.\n`,
      ].join('\n'),
      data: named,
    }
  lines.push(`${opened} Its API keys, shown only once:
  live  ${liveKey}
  test  ${testKey}
They are also in ${file}, which only you can read.

Open this link in a browser to create the first user. It works once, within 7 days:
  ${setUpUrl}

Try it:
  curl -H 'Authorization: Bearer ${liveKey}' ${url}/v1/profiles
`)
  return { text: lines.join('\n'), data: { ...named, live_key: liveKey, test_key: testKey, set_up_url: setUpUrl } }
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
}

/** Exits on a second signal, or if stopping takes too long. */
function exitIfSlow({ DRAIN_NOTICE_SECONDS, DRAIN_SECONDS }: Config): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  void sleep((DRAIN_NOTICE_SECONDS + DRAIN_SECONDS + 10) * 1000, undefined, { ref: false }).then(() => process.exit(1))
}
