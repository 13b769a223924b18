import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Attempt, Publishing } from '../../../../connectors/publish.ts'
import type { Json, Session } from '../../../../connectors/session.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { batchByWorkspace } from '../../../../kit/postgres/batch-by-workspace.ts'
import { commitIntents, type PublishIntent } from '../sql/outcomes.ts'
import { isOtherTargetsPost } from '../sql/targets.ts'
import { TargetClaimLost } from './claim.ts'
import { type PublishOutcome, pollSeconds, waitOrFail } from './publish-outcome.ts'
import { endAttempt, type PublishRun, startAttempt } from './run.ts'
import { acquireServerSlot } from './server-slots.ts'

/**
 * Maximum pause between the intent and the request. After a longer one the worker does not send: another may have taken over the
 * target.
 */
const SEND_WITHIN_MS = 20_000

/**
 * Prepares the post, commits the intent and sends the request that creates it. When the platform refuses the tokens, this is
 * called again with new ones and continues where it was: a refused request has created nothing.
 */
export async function prepareAndSend(
  run: PublishRun,
  given: Session,
  { publish, validate }: Connector,
  attempt: Attempt,
): Promise<PublishOutcome> {
  if (!publish) throw new PlatformError('invalid', 'Publishing on this platform is no longer supported.')
  const session = { ...given, http: withServerSlot(run, given.http), socket: withServerSlot(run, given.socket) }
  run.entity ??= session.entity.externalId
  // Anything prepared, or possibly sent, belongs to the entity of the first call.
  if (run.entity !== session.entity.externalId)
    throw new PlatformError('unavailable', 'The account was switched to another entity during publishing.')
  if (run.state.name === 'preparing') {
    if (!run.target.prepared) assertMediaFit(validate, session, attempt)
    const retryAfterSeconds = await prepare(run, publish, session, attempt)
    if (retryAfterSeconds !== undefined) return waitOrFail(run.target, retryAfterSeconds, null)
    await commitIntent(run, run.entity)
    failpoint('post_intent_committed')
  }
  return send(run, publish, session, attempt)
}

/** Checks the rules for media, which could not be checked when the post was stored if its media were not fetched then. */
function assertMediaFit(validate: Connector['validate'], { entity }: Session, { draft }: Attempt): void {
  const [problem] = draft.media.length > 0 ? validate(draft, entity) : []
  if (!problem) return
  const { message, rule, remediation } = problem
  throw new PlatformError('invalid', message, { rule, ...(remediation !== undefined && { remediation }) })
}

/** Returns the delay before the next call while the platform is still processing the media. */
async function prepare(
  run: PublishRun,
  publish: Publishing,
  session: Session,
  attempt: Attempt,
): Promise<number | undefined> {
  const before = (run.prepared ?? run.target.prepared ?? null) as Json
  const { prepared, retryAfterSeconds, isNamedTime } = await publish.prepare(session, attempt, before)
  run.prepared = prepared
  failpoint('post_prepared')
  if (retryAfterSeconds === undefined || isNamedTime) return retryAfterSeconds
  return Math.min(retryAfterSeconds, pollSeconds(run.target.attempts))
}

/** Records that the request is about to be sent, before it is. A worker that finds this after a crash asks the platform first. */
async function commitIntent(run: PublishRun, entity: string): Promise<void> {
  const { ctx, target } = run
  const sending = startAttempt(ctx, 'publish')
  const intentAt = await commit(ctx, target.workspace_id, {
    target,
    prepared: run.prepared,
    entity,
    attempts: [endAttempt(run.attempt, 'succeeded', null), { ...endAttempt(sending, 'started', null), ms: null }],
  })
  if (!intentAt) throw new TargetClaimLost()
  run.attempt = sending
  run.state = { name: 'committed', intentAt }
}

const commit = batchByWorkspace(async (ctx, workspaceId, intents: readonly PublishIntent[]) => {
  const rows = await commitIntents(ctx.db, workspaceId, intents, ctx.clock.forDatabase())
  return intents.map(({ target }) => rows.find((row) => row.id === target.id)?.intent_at)
})

async function send(run: PublishRun, publish: Publishing, session: Session, attempt: Attempt): Promise<PublishOutcome> {
  if (run.state.name === 'preparing') throw new Error('The intent is not committed.')
  const { intentAt } = run.state
  run.state = { name: 'sent', intentAt }
  try {
    const [http, socket] = [withSendDeadline(run, session.http), withSendDeadline(run, session.socket)]
    const { workspace_id: workspaceId } = run.target
    const committed = {
      ...attempt,
      prepared: run.prepared ?? null,
      intentAt,
      belongsToOtherTarget: (externalId: string) => isOtherTargetsPost(run.ctx.db, workspaceId, run.target, externalId),
    }
    const post = await publish.mutate({ ...session, http, socket }, committed)
    failpoint('post_sent')
    return { kind: post.isProcessing && publish.find ? 'processing' : 'published', post }
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'auth') run.state = { name: 'committed', intentAt }
    if (error instanceof PlatformError && error.isStale) run.prepared = null
    throw error
  }
}

/** Acquires the slot with the first request: only that shows which server the post goes to. */
function withServerSlot<R extends { url: string }, A>(
  run: PublishRun,
  call: (request: R) => Promise<A>,
): (request: R) => Promise<A> {
  return async (request) => {
    await (run.slot ??= acquireServerSlot(run.ctx, run.target.workspace_id, request.url))
    return call(request)
  }
}

/** Checks the deadline: a process can be frozen between the intent and the request for any time. */
function withSendDeadline<R, A>({ attempt, signal }: PublishRun, call: (request: R) => A): (request: R) => A {
  return (request) => {
    const isLate = performance.now() - attempt.startedMs > SEND_WITHIN_MS
    if (signal.aborted || isLate) throw new Error('Too much time has passed since the intent: the post is not sent.')
    return call(request)
  }
}
