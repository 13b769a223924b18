import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, missingField } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { createLink } from '../links/service.ts'
import { addMember } from '../members/service.ts'
import { auditUser, hasOperators, prepareUser, type UserRow } from '../users/service.ts'
import { findFirstWorkspace } from '../workspaces/service.ts'
import type { UseLinkRequest } from './contract/auth.ts'
import * as sql from './sql.ts'

/** Creates the link for the first operator; undefined when there already is one. */
export async function createSetUpLink(ctx: Context, tx: Db): Promise<string | undefined> {
  return (await hasOperators(tx)) ? undefined : createLink(ctx, tx, { kind: 'set_up', isMailed: false })
}

/**
 * Prepares the first operator, who owns the first workspace. Others may have signed up before: they do not get the link's rights.
 * Prepared before the transaction, which must not wait for a hash.
 */
export async function prepareFirstUser(ctx: Context, body: UseLinkRequest): Promise<(tx: Db) => Promise<UserRow>> {
  const { email, name, password, locale, time_zone: timeZone } = body
  const missing = (['email', 'name', 'password'] as const).filter((field) => body[field] === undefined)
  if (email === undefined || name === undefined || password === undefined)
    throw new InvalidRequest(missing.map((field) => missingField(['body', field])))
  const insert = await prepareUser(ctx, { email, name, password, isOperator: true, isVerified: true, locale, timeZone })
  return async (tx) => {
    await sql.lockFirstUser(tx)
    if (await hasOperators(tx))
      throw new ApiError('wrong_state', 'This server is already set up. Ask one of its operators for an invitation.')
    const user = await insert(tx)
    const workspaceId = await findFirstWorkspace(tx)
    if (workspaceId !== undefined)
      await addMember(ctx, tx, workspaceId, { userId: user.id, role: 'owner', isFounder: true })
    await auditUser(ctx, tx, user, 'users.set_up', { workspace_id: workspaceId ?? null })
    return user
  }
}
