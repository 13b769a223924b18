import { FAULT_NAMES, type Fault } from '../../../../connectors/sandbox/faults.ts'
import type { Http } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { sha256 } from '../../../../kit/hash.ts'
import type { OutboundReply, OutboundRequest } from '../../../../kit/net/outbound.ts'
import { OutboundError } from '../../../../kit/net/outbound-error.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { countDownFault, insertFaultUse, lockFault } from '../sql/faults.ts'
import * as sql from '../sql/people.ts'
import { type Operation, operations } from './operations.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

/** Returns the sandbox network of one workspace as an HTTP client. It throws the errors of a real connection. */
export function sandboxNetworkHttp(ctx: Context, workspaceId: string): Http {
  return async (request) => {
    const { status, body } = await answer(ctx, workspaceId, request)
    return toOutboundReply(status, body)
  }
}

async function answer(ctx: Context, workspaceId: string, outbound: OutboundRequest): Promise<NetworkReply> {
  const url = new URL(outbound.url)
  const { operation, params } = findOperation(outbound.method ?? 'GET', url.pathname)
  if (!operation) return refuse(404, 'no_such_path', 'The sandbox has no such path.')
  const token = outbound.headers?.['authorization']?.replace(/^Bearer /, '')
  const hash = token === undefined ? undefined : sha256(token)
  const caller = hash && (await sql.findCaller(ctx.db, workspaceId, hash.toString('hex')))
  if (operation.needsToken) {
    if (!caller) return refuse(401, 'token_revoked', 'This token is unknown.')
    if (caller.expires_at <= ctx.clock.now()) return refuse(401, 'token_expired', 'This token has expired.')
  }
  const body = typeof outbound.body === 'string' ? (JSON.parse(outbound.body) as Record<string, unknown>) : {}
  const name = operation.name === 'token' ? `token.${String(body['grant_type'])}` : operation.name
  const fault = await consumeFault(ctx, workspaceId, { operation: name, caller, body })
  const request: NetworkRequest = {
    ctx,
    workspaceId,
    userId: caller?.user_id ?? '',
    params,
    query: Object.fromEntries(url.searchParams),
    body,
    fault,
  }
  return fault ? failWith(fault, operation, request, hash) : operation.run(request)
}

interface FaultyCall {
  readonly operation: string
  readonly caller: sql.SandboxCaller | undefined
  readonly body: { readonly fault?: unknown; readonly handle?: unknown }
}

/** Returns the fault of this call, if any: one that the request itself names, once; otherwise one scripted for the operation. */
async function consumeFault(
  ctx: Context,
  workspaceId: string,
  { operation, caller, body }: FaultyCall,
): Promise<Fault | undefined> {
  const named = FAULT_NAMES.find((name) => name === body.fault)
  const key = `${operation}:${String(body.handle)}`
  if (named && (await insertFaultUse(ctx.db, workspaceId, key, ctx.clock.now()))) return named
  if (caller && !caller.has_faults) return undefined
  return transaction(ctx.db, async (tx) => {
    const scripted = await lockFault(tx, workspaceId, { operation, username: caller?.username ?? null })
    if (scripted) await countDownFault(tx, scripted)
    return scripted?.fault as Fault | undefined
  })
}

async function failWith(
  fault: Fault,
  operation: Operation,
  request: NetworkRequest,
  tokenHash: Buffer | undefined,
): Promise<NetworkReply> {
  const { ctx, workspaceId, userId } = request
  switch (fault) {
    case 'fail_before':
      return refuse(503, 'unavailable', 'The sandbox is not available.')
    case 'timeout_before':
      throw new OutboundError('timeout', 'No complete response within 10000 ms')
    case 'timeout_after':
      await operation.run(request)
      throw new OutboundError('timeout', 'No complete response within 10000 ms')
    case 'error_after':
      await operation.run(request)
      return refuse(500, 'broken', 'The sandbox failed after it had processed the request.')
    case 'answer_twice':
      return repeatItems(await operation.run(request), await operation.run(request))
    case 'reject':
      return refuse(422, 'rejected', 'The sandbox refuses this request.')
    case 'rate_limit':
      return refuse(429, 'too_fast', 'The sandbox received too many requests.')
    case 'expire_token':
      if (tokenHash) await sql.expireToken(ctx.db, workspaceId, tokenHash, ctx.clock.now())
      return refuse(401, 'token_expired', 'This token has expired.')
    case 'revoke':
      if (userId) await sql.deleteUserTokens(ctx.db, workspaceId, userId)
      return refuse(401, userId ? 'token_revoked' : 'invalid_grant', 'The sign-in was revoked.')
    case 'forget_handle':
    case 'lose':
    case 'slow':
      return operation.run(request)
  }
}

/** Returns the second response; a list has the items of the first one twice. */
function repeatItems(first: NetworkReply, second: NetworkReply): NetworkReply {
  const { items } = first.body
  return Array.isArray(items) ? { ...second, body: { ...second.body, items: [...items, ...items] } } : second
}

function findOperation(method: string, path: string): { operation?: Operation; params: readonly string[] } {
  for (const operation of operations) {
    if (operation.method !== method) continue
    const found = operation.path.exec(path)
    if (found) return { operation, params: found.slice(1).map(decodeURIComponent) }
  }
  return { params: [] }
}

function toOutboundReply(status: number, body: object): OutboundReply {
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '5' }) }
  return { status, headers, body: Buffer.from(JSON.stringify(body)), isTruncated: false }
}
