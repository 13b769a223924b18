import type { Config } from '../../../kit/config/config.ts'
import type { Context } from '../../../kit/context.ts'
import { connectSession } from '../../../kit/postgres/db.ts'
import { lockDeepChecks } from '../../../operations/checks.ts'
import { openRuntime } from '../../../runtime.ts'
import { type Output, UsageError } from '../../command.ts'
import {
  type CheckGroup,
  type CheckResult,
  type Deployment,
  failed,
  ok,
  type ReceiverOptions,
  type Surroundings,
  skipped,
} from './check.ts'
import { creditChecks } from './credits.ts'
import { eventChecks } from './events.ts'
import { createHttpClient } from './http-client.ts'
import { keyChecks } from './keys.ts'
import { limitChecks } from './limits.ts'
import { outgoingChecks } from './outgoing.ts'
import { proxyChecks } from './proxy.ts'
import { rehearsalChecks, removeLeftFolders } from './rehearsal.ts'
import { DeepReport } from './report.ts'
import { findUnreachable, responseChecks } from './responses.ts'
import { surroundingChecks } from './surroundings.ts'
import { tlsChecks } from './tls.ts'
import { startWebhookChecks } from './webhooks.ts'
import { closeLeftovers, closeTemporaryWorkspace, openTemporaryWorkspace } from './workspace.ts'

/** Checks of the server, in the order of the report. Those of webhooks run beside them and are reported last. */
const SERVER_GROUPS: readonly CheckGroup[] = [
  responseChecks,
  keyChecks,
  creditChecks,
  outgoingChecks,
  eventChecks,
  proxyChecks,
  limitChecks,
]
const LOCAL_GROUPS: readonly CheckGroup<Surroundings>[] = [tlsChecks, surroundingChecks, rehearsalChecks]

export interface DeepOptions {
  readonly url: string | undefined
  readonly receiver: ReceiverOptions
  readonly print: (output: Output) => void
}

/**
 * Checks a running deployment from outside, as its users reach it. Everything happens in one temporary workspace, which is
 * closed at the end, even after Ctrl-C; the next run closes the workspace of a killed one.
 */
export async function runDeepChecks(config: Config, { url, receiver, print }: DeepOptions): Promise<DeepReport> {
  using interruption = catchInterruption()
  const { signal } = interruption
  const report = new DeepReport(print, signal)
  await using runtime = await openRuntime(config, { canAttach: true })
  const { ctx } = runtime
  await using session = connectSession(ctx.db, 'quoin doctor')
  if (!(await lockDeepChecks(session.session)))
    throw new UsageError('Another `doctor --deep` is running on this database. Wait for it to end.')
  removeLeftFolders()
  const closed = await closeLeftovers(ctx)
  if (closed > 0)
    print({ text: `\nClosed ${closed} temporary workspace${closed === 1 ? '' : 's'} of an interrupted run.` })
  const given = { ctx, url: readUrl(url ?? ctx.publicUrl.get()), signal }
  const http = createHttpClient(given.url, signal)
  try {
    const unreachable = await findUnreachable({ ...given, http })
    if (signal.aborted) return report
    report.add('Server', 'reachable', describeReachable(given.url, unreachable))
    if (unreachable === undefined) await checkAll(report, { ...given, http, receiver })
    else await checkWithoutServer(report, given)
  } finally {
    http.close()
  }
  return report
}

async function checkAll(report: DeepReport, given: Omit<Deployment, 'workspace'>): Promise<void> {
  const { ctx } = given
  const workspace = await openTemporaryWorkspace(ctx)
  const deployment: Deployment = { ...given, workspace }
  try {
    const webhooks = startWebhookChecks(deployment)
    for (const group of SERVER_GROUPS) await runGroup(report, group, deployment)
    for (const group of LOCAL_GROUPS) await runGroup(report, group, given)
    await runGroup(report, webhooks, deployment)
  } finally {
    await closeTemporaryWorkspace(ctx, workspace.workspaceId)
  }
}

async function checkWithoutServer(report: DeepReport, given: Surroundings): Promise<void> {
  for (const { heading, checks } of SERVER_GROUPS)
    for (const { name } of checks) report.add(heading, name, skipped('not tried, because the server does not respond'))
  for (const group of LOCAL_GROUPS) await runGroup(report, group, given)
}

function describeReachable(url: URL, problem: string | undefined): CheckResult {
  if (problem === undefined) return ok(`${url.href} is ready`)
  return failed(problem, 'Start the server, or name the URL at which users reach it with --url.')
}

/** Runs the checks of a group, until the command is interrupted. A check that throws has failed. */
async function runGroup<Needs extends Surroundings>(
  report: DeepReport,
  { heading, checks }: CheckGroup<Needs>,
  needs: Needs,
): Promise<void> {
  for (const { name, run } of checks) {
    if (needs.signal.aborted) return
    const result = await run(needs).catch((error: unknown) => explainFailure(needs.ctx, error))
    if (!needs.signal.aborted) report.add(heading, name, result)
  }
}

function explainFailure({ log }: Context, error: unknown): CheckResult {
  log.debug({ err: error }, 'a check failed')
  return failed(
    `the check did not finish (${(error as Error).message})`,
    'Look for the reason in the log of the server and of the proxy, then run this command again.',
  )
}

function readUrl(given: string): URL {
  const url = URL.parse(given)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new UsageError('--url must be a URL that starts with http:// or https://.')
}

/** Aborts the signal on Ctrl-C, so that the workspace is still closed. A second signal ends the process at once. */
function catchInterruption(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(name === 'SIGINT' ? 130 : 143)
    controller.abort(new Error('interrupted'))
  }
  const names = ['SIGINT', 'SIGTERM'] as const
  for (const name of names) process.on(name, onSignal)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
