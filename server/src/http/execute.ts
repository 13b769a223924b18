import type { FastifyReply, FastifyRequest } from 'fastify'
import { bookFor, defaultBook } from '../domains/billing/credits/published-books.ts'
import { answerBatched } from '../domains/identity/idempotency/batched.ts'
import { fingerprintOf } from '../domains/identity/idempotency/fingerprint.ts'
import {
  answerClaimed,
  answerOnce,
  missingIdempotencyKey,
  type Outcome,
  readIdempotencyKey,
} from '../domains/identity/idempotency/service.ts'
import { countTestCall } from '../domains/identity/workspaces/service.ts'
import type { Context, LinkedPages, Principal } from '../kit/context.ts'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { type Meter, NO_METER } from '../kit/declare/price.ts'
import type { Download } from '../kit/declare/reply.ts'
import type { PendingAnswer, RawRequest, Route } from '../kit/declare/route.ts'
import type { StoredAnswer } from '../kit/ledger.ts'
import type { Db } from '../kit/postgres/db.ts'
import { type AnswerWriter, exampleAnswer, replyOf, sendAnswer, sendDownload, writeAnswer } from './answer.ts'
import type { Authenticator } from './authenticate.ts'
import { type Cors, isKeyed } from './cors.ts'
import { type LastingAnswers, NO_LASTING } from './lasting.ts'
import type { Limits } from './limits.ts'
import { type HandlerResult, readMaxCredits, runMetered } from './meter.ts'
import { assertOperator, setActor } from './operator.ts'
import { priceOf, showPrice } from './pricing.ts'
import { sentIn } from './sent.ts'
import type { SessionAuthenticator } from './session.ts'
import { authenticateSession, isFromSession } from './session-access.ts'
import type { Validator } from './validate.ts'
import { UNKNOWN_VISITOR, visitorOf } from './visitor.ts'

/** What may refuse a request before its body is read. */
export interface Guards {
  readonly authenticator: Authenticator
  readonly sessions: SessionAuthenticator
  readonly limits: Limits
  readonly cors?: Cors | undefined
}

/** An endpoint with everything that its requests need, prepared once. */
export interface Operation extends Route, Guards, AnswerWriter {
  readonly ctx: Context
  readonly validator: Validator
  readonly lastingAnswers: LastingAnswers
}

/** The caller of a public endpoint. */
const ANONYMOUS: Principal = {
  workspaceId: '',
  keyId: '',
  mode: 'live',
  permission: 'read',
  profileIds: null,
  expiresAt: null,
  monthlyBudget: null,
  user: null,
  role: null,
}
/** The operator's idempotency keys are apart from those of the workspaces. */
const OPERATOR: Principal = { ...ANONYMOUS, workspaceId: 'operator', permission: 'read_write' }
const NO_RAW: RawRequest = { body: '', headers: {} }

/**
 * The steps before the body is read: key, permission, scope, rate limits. `docs/architecture.md` has the whole order. Every request
 * passes through here: avoid allocations and awaits that a plain call does not need.
 */
export async function checkAccess(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx, endpoint, guard, limits, cors } = operation
  request.principal = ANONYMOUS
  reply.header('cache-control', 'no-store')
  if (cors && isKeyed(endpoint)) cors.allowOrigin(request, reply)
  if (endpoint.price !== 'free') showPrice(reply, await defaultBook(ctx))
  if (endpoint.access === 'public') {
    if (endpoint.verifiesSender) await limits.countUnverified(request.ip, () => runGuard(operation, request))
    else {
      const taking = limits.takeAddress(request.ip)
      if (taking) await taking
      if (guard) await runGuard(operation, request)
    }
    return
  }
  if (endpoint.access === 'operator') {
    request.principal = await authenticateOperator(operation, request)
    return
  }
  const principal = await authenticateCaller(operation, request)
  request.principal = principal
  cors?.assertMayCall(request, principal)
  if (!endpoint.takesDryRun) assertMayWrite(endpoint, principal)
  if (principal.link) assertOfLink(endpoint, principal.link)
  else assertInScope(endpoint, principal)
  const taking = limits.takeKey(reply, principal)
  if (taking) await taking
}

function authenticateCaller(operation: Operation, request: FastifyRequest): Promise<Principal> {
  const isSession = operation.endpoint.access === 'user' || isFromSession(request)
  return isSession ? authenticateSession(operation, request) : authenticate(operation, request)
}

async function authenticateOperator(operation: Operation, request: FastifyRequest): Promise<Principal> {
  if (isFromSession(request)) return { ...(await authenticateSession(operation, request)), workspaceId: 'operator' }
  const { ctx, limits } = operation
  await limits.countRefusals(request.ip, () => assertOperator(ctx, request.headers.authorization))
  return OPERATOR
}

function runGuard({ ctx, guard, validator }: Operation, request: FastifyRequest): Promise<unknown> | undefined {
  const { params, query } = validator.pathAndQuery(inputOf(request))
  return guard?.({ params, query, headers: request.headers, ctx })
}

function authenticate({ authenticator, limits }: Operation, { ip, headers }: FastifyRequest): Promise<Principal> {
  return limits.countRefusals(ip, (assertMayLookUp) =>
    authenticator.authenticate(headers.authorization, assertMayLookUp),
  )
}

function assertMayWrite(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.access !== 'write' || principal.permission !== 'read') return
  throw principal.user
    ? new ApiError('role_required', 'Viewers read and change nothing. Ask an owner of the workspace for another role.')
    : new ApiError('read_only_key', 'This key has permission read; the call needs a key with permission read_write.')
}

/** A link reaches what its pages are for, whatever the scope: the services of these endpoints know what a link may see. */
function assertOfLink({ ofLink }: AnyEndpoint, { pages }: LinkedPages): void {
  if (ofLink === 'any' || (ofLink !== undefined && pages.includes(ofLink))) return
  throw new ApiError(
    'out_of_scope',
    `This link is for the pages ${pages.join(' and ')}; the call belongs to none of them.`,
  )
}

function assertInScope(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.scope !== 'full' || !principal.profileIds) return
  const detail = principal.user
    ? 'You reach only your profiles in this workspace; the call needs a member of the whole workspace.'
    : 'This key reaches only its profiles; the call needs a key of scope full.'
  throw new ApiError('out_of_scope', detail)
}

/** The steps after the body is read: schema, test key, idempotency, credits, handler, reply. */
export function execute(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, limits } = operation
  if (!endpoint.verifiesSender) return answerRequest(operation, request, reply)
  return limits.countUnverified(request.ip, () => answerRequest(operation, request, reply))
}

async function answerRequest(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  validate(operation, request)
  if (request.sentFile) return executeWithFile(operation, request, reply)
  const { access, streams } = operation.endpoint
  const isTest = access !== 'public' && request.principal.mode === 'test'
  if (streams && !isTest) return sendDownload(request, reply, await runDownload(operation, request, reply))
  return sendAnswer(operation, reply, await produceAnswer(operation, request, reply))
}

/** A file that was refused is not read to its end: the connection is closed after the answer. */
async function executeWithFile(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    return sendAnswer(operation, reply, await produceAnswer(operation, request, reply))
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  } finally {
    request.sentFile?.close()
  }
}

function validate({ ctx, endpoint, validator }: Operation, request: FastifyRequest): void {
  if (endpoint.takesDryRun && !isDryRun(request)) assertMayWrite(endpoint, request.principal)
  if (endpoint.isBodyOptional) request.body ??= {}
  const sent = inputOf(request)
  const { query, body } = request.sentFile ? validator.pathAndQuery(sent) : validator.all(sent, ctx.clock.now())
  request.sent = sentIn(request)
  Object.assign(request, { query, body })
  if (endpoint.access === 'operator') setActor(endpoint, request)
}

async function produceAnswer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Outcome> {
  const { ctx, endpoint } = operation
  if (endpoint.access === 'public') return { answer: (await runHandler(operation, request, atPool(ctx))).answer }
  const { principal } = request
  const key = readKey(endpoint, request)
  const maxCredits = readMaxCredits(request.headers['x-max-credits'])
  const book = await bookFor(ctx, principal.workspaceId)
  const isFree =
    endpoint.access === 'operator' || endpoint.access === 'user' || (endpoint.takesDryRun && isDryRun(request))
  const price = isFree ? undefined : priceOf(endpoint, book)
  if (endpoint.price !== 'free' || price) showPrice(reply, book)
  const idempotency = key === null ? undefined : { key, fingerprint: await fingerprintRequest(request) }

  if (principal.mode === 'test') {
    reply.headers(await countTestCall(ctx, principal.workspaceId))
    return await answerTestKey(operation, request, idempotency)
  }
  if (!price) return await answerFree(operation, request, idempotency)
  return runMetered(ctx, {
    price,
    book,
    principal,
    input: inputOf(request),
    requestId: request.id,
    idempotency,
    maxCredits,
    run: (meter) => runHandler(operation, request, { db: ctx.db, idempotencyKey: key, meter }),
  })
}

/** The key of a call that must not be done twice. */
interface Idempotency {
  readonly key: string
  readonly fingerprint: Uint8Array
}

function readKey(endpoint: AnyEndpoint, { headers }: FastifyRequest): string | null {
  const key = endpoint.method === 'GET' ? null : readIdempotencyKey(headers['idempotency-key'])
  if (key === null && endpoint.needsIdempotencyKey) throw missingIdempotencyKey()
  return key
}

/** A file is known by its type and length: its bytes are not read before the work. */
function fingerprintRequest({ method, url, body, principal, headers, sentFile }: FastifyRequest): Promise<Uint8Array> {
  const file = sentFile && [headers['content-type']?.replace(/;.*/s, ''), headers['content-length']]
  return fingerprintOf({ method, url, body: file ?? body, keyId: principal.keyId })
}

/** Refuses what a live key is refused, and answers the declared example: nothing is changed or charged. */
async function answerTestKey(
  operation: Operation,
  request: FastifyRequest,
  idempotency: Idempotency | undefined,
): Promise<Outcome> {
  const { ctx } = operation
  const work = async () => {
    await operation.check?.(callOf(operation, request, atPool(ctx)))
    return sealed(operation, exampleAnswer(operation, request))
  }
  if (!idempotency) return { answer: await work() }
  return answerOnce(ctx, storedUnder(request, idempotency), work)
}

async function answerFree(
  operation: Operation,
  request: FastifyRequest,
  idempotency: Idempotency | undefined,
): Promise<Outcome> {
  const { ctx, endpoint } = operation
  if (!idempotency) return { answer: (await runHandler(operation, request, atPool(ctx))).answer }
  const work = async (db: Db) =>
    (await runHandler(operation, request, { db, idempotencyKey: idempotency.key, meter: NO_METER })).answer
  const stored = storedUnder(request, idempotency)
  if (endpoint.storesAnswer) return answerStored(operation, request, stored)
  return endpoint.callsOut || request.sentFile
    ? answerClaimed(ctx, stored, () => work(ctx.db))
    : answerOnce(ctx, stored, work)
}

/** The answer was written and stored with the work: exactly these bytes are sent. */
function answerStored(
  operation: Operation,
  request: FastifyRequest,
  stored: ReturnType<typeof storedUnder>,
): Promise<Outcome> {
  const { ctx, endpoint } = operation
  return answerBatched(ctx, stored, async () => {
    let answer: StoredAnswer | undefined
    const write = (result: unknown) => (answer = sealed(operation, writeAnswer(operation, request, result)))
    const scope = { ...atPool(ctx), idempotencyKey: stored.key, pendingAnswer: { ...stored, write } }
    await operation.handle(callOf(operation, request, scope))
    if (!answer) throw new Error(`${endpoint.id} declares storesAnswer and stored none`)
    return answer
  })
}

function storedUnder({ principal, id }: FastifyRequest, { key, fingerprint }: Idempotency) {
  return { workspaceId: principal.workspaceId, mode: principal.mode, key, fingerprint, requestId: id }
}

/** What a handler works with beside its input. */
interface Scope {
  readonly db: Db
  readonly idempotencyKey: string | null
  readonly meter: Meter
  readonly pendingAnswer?: PendingAnswer
}

function atPool({ db }: Context): Scope {
  return { db, idempotencyKey: null, meter: NO_METER }
}

async function runHandler(operation: Operation, request: FastifyRequest, scope: Scope): Promise<HandlerResult> {
  const result = await operation.handle(callOf(operation, request, scope))
  return { reply: replyOf(result), answer: sealed(operation, writeAnswer(operation, request, result)) }
}

function runDownload(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Download> {
  const call = callOf(operation, request, atPool(operation.ctx))
  const lasting = operation.endpoint.lasts && {
    signal: operation.lastingAnswers.begin(reply),
    assertAllowed: () => authenticateCaller(operation, request),
  }
  return operation.handle(lasting ? { ...call, lasting } : call) as Promise<Download>
}

function callOf({ ctx, endpoint }: Operation, request: FastifyRequest, scope: Scope) {
  const { db, idempotencyKey, meter, pendingAnswer = null } = scope
  const { params, query, body, headers, principal, id: requestId } = request
  const file = request.sentFile ?? undefined
  const raw = (endpoint.rawBody ?? endpoint.streams) ? { body: request.rawText, headers } : NO_RAW
  const maxCredits = readMaxCredits(headers['x-max-credits'])
  const visitor = endpoint.seesVisitor ? visitorOf(ctx, request) : UNKNOWN_VISITOR
  const asked = { params, query, body, principal, requestId, idempotencyKey, maxCredits, raw, file, visitor }
  return { ...asked, ctx, db, meter, pendingAnswer, lasting: NO_LASTING }
}

/** The copy for retries is stored: a secret that is shown once must not be readable there. */
function sealed({ ctx, endpoint }: Operation, answer: StoredAnswer): StoredAnswer {
  return endpoint.showsSecret ? { ...answer, body: ctx.secrets.seal(answer.body, endpoint.id) } : answer
}

/** Read before the body is validated. */
function isDryRun({ body }: FastifyRequest): boolean {
  return (body as { dry_run?: unknown } | null | undefined)?.dry_run === true
}

function inputOf(request: FastifyRequest) {
  return { params: request.params, query: request.query, body: request.body }
}
