import type { FastifyRequest } from 'fastify'
import { getProfile } from '../../domains/identity/profiles/service.ts'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'

/**
 * Refuses a test key a profile outside its reach, wherever the request contains one, as handlers do for live keys. A list that
 * only filters by profile returns an empty page to a live key, so it refuses nothing here either.
 */
export async function assertReachesNamedProfile(
  ctx: Context,
  endpoint: AnyEndpoint,
  { params, query, body, principal }: FastifyRequest,
): Promise<void> {
  if (!principal.profileIds) return
  const isFilter = !endpoint.errors.includes('out_of_scope')
  const named = [
    endpoint.path.startsWith('/v1/profiles/{id}') && readText(params, 'id'),
    !isFilter && readText(query, 'profile_id'),
    readText(body, 'profile_id'),
  ]
  for (const id of named) if (id) await getProfile(ctx.db, principal, id)
}

function readText(part: unknown, name: string): string | undefined {
  const value = (part as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}
