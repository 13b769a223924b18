import type { Fault } from '../../../connectors/sandbox/faults.ts'
import type { Http } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import { OutboundError, type OutboundReply, type OutboundRequest } from '../../../kit/net/outbound.ts'
import { takeFault } from './faults.ts'
import { type Operation, operations } from './operations.ts'
import * as sql from './sql/people.ts'
import { type Reply, refuse, type Visit } from './visit.ts'

/** The network of one workspace, as an HTTP client sees it: what it throws is what a real connection would. */
export function sandboxHttp(ctx: Context, workspaceId: string): Http {
  return async (request) => {
    const { status, body } = await answer(ctx, workspaceId, request)
    return outbound(status, body)
  }
}

async function answer(ctx: Context, workspaceId: string, request: OutboundRequest): Promise<Reply> {
  const url = new URL(request.url)
  const { operation, params } = match(request.method ?? 'GET', url.pathname)
  if (!operation) return refuse(404, 'no_such_path', 'The sandbox has nothing there.')
  const token = request.headers?.['authorization']?.replace(/^Bearer /, '')
  const hash = token === undefined ? undefined : sha256(token)
  const caller = hash && (await sql.findCaller(ctx.db, workspaceId, hash))
  if (operation.needsToken) {
    if (!caller) return refuse(401, 'token_revoked', 'This token is not known.')
    if (caller.expires_at <= ctx.clock.now()) return refuse(401, 'token_expired', 'This token has expired.')
  }
  const body = typeof request.body === 'string' ? (JSON.parse(request.body) as Record<string, unknown>) : {}
  const name = operation.name === 'token' ? `token.${String(body['grant_type'])}` : operation.name
  const fault = await takeFault(ctx, workspaceId, name, caller, body)
  const visit: Visit = {
    ctx,
    workspaceId,
    userId: caller?.user_id ?? '',
    params,
    query: Object.fromEntries(url.searchParams),
    body,
    fault,
  }
  return fault ? failWith(fault, operation, visit, hash) : operation.run(visit)
}

async function failWith(fault: Fault, operation: Operation, visit: Visit, hash: Buffer | undefined): Promise<Reply> {
  const { ctx, workspaceId, userId } = visit
  switch (fault) {
    case 'fail_before':
      return refuse(503, 'unavailable', 'The sandbox is having a rest.')
    case 'timeout_before':
      throw new OutboundError('timeout', 'No complete answer within 10000 ms')
    case 'timeout_after':
      await operation.run(visit)
      throw new OutboundError('timeout', 'No complete answer within 10000 ms')
    case 'error_after':
      await operation.run(visit)
      return refuse(500, 'broken', 'Something broke after the fact.')
    case 'answer_twice':
      return repeat(await operation.run(visit), await operation.run(visit))
    case 'reject':
      return refuse(422, 'rejected', 'The sandbox does not like this.')
    case 'rate_limit':
      return refuse(429, 'too_fast', 'Slower, please.')
    case 'expire_token':
      if (hash) await sql.expireToken(ctx.db, workspaceId, hash, ctx.clock.now())
      return refuse(401, 'token_expired', 'This token has expired.')
    case 'revoke':
      if (userId) await sql.deleteTokensOf(ctx.db, workspaceId, userId)
      return refuse(401, userId ? 'token_revoked' : 'invalid_grant', 'The sign-in was withdrawn.')
    case 'forget_handle':
    case 'lose':
    case 'slow':
      return operation.run(visit)
  }
}

/** The second answer counts; a list of things tells them both times. */
function repeat(first: Reply, second: Reply): Reply {
  const { items } = first.body
  return Array.isArray(items) ? { ...second, body: { ...second.body, items: [...items, ...items] } } : second
}

function match(method: string, path: string): { operation?: Operation; params: readonly string[] } {
  for (const operation of operations) {
    if (operation.method !== method) continue
    const found = operation.path.exec(path)
    if (found) return { operation, params: found.slice(1).map(decodeURIComponent) }
  }
  return { params: [] }
}

function outbound(status: number, body: object): OutboundReply {
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '5' }) }
  return { status, headers, body: Buffer.from(JSON.stringify(body)), isCut: false }
}
