import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { Document, Redirect } from '../../../../kit/declare/reply.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { html, smallPage } from '../../../../kit/html.ts'
import { isWorkspaceOpen } from '../../../identity/workspaces/service.ts'
import type { Connection } from '../contract/resources.ts'
import { buildConnectionLink } from '../hosted/link.ts'
import { buildReturnUrl } from '../hosted/return-url.ts'
import { getConnector } from '../platforms.ts'
import * as sql from '../sql/connections.ts'
import { completeWithCode } from './complete.ts'
import { assertStatus, failConnection, presentConnection } from './connections.ts'
import { isCreatorAllowed } from './creator-permission.ts'

interface CallbackQuery {
  readonly state: string
  readonly code?: string
  readonly error?: string
  readonly error_description?: string
}

/**
 * Receives a browser that returns from the platform's sign-in page. It sends no API key: the state alone identifies the
 * connection.
 */
export async function receiveOAuthCallback(
  ctx: Context,
  platform: string,
  query: CallbackQuery,
): Promise<Connection | Document<Connection> | Redirect<Connection>> {
  const state = await sql.deleteState(ctx.db, sha256(query.state))
  const row = state && (await sql.findConnection(ctx.db, state.workspace_id, state.connection_id))
  const isAllowed = row && (await isWorkspaceOpen(ctx.db, row.workspace_id)) && (await isCreatorAllowed(ctx, row))
  if (!row || row.platform !== platform || !isAllowed)
    throw new ApiError('not_found', 'This sign-in is unknown or was already used. Start a new connection.')
  assertStatus(ctx, row, 'awaiting_user')
  const result = await endConnection(ctx, row, query)
  if (row.mode === 'hosted') return new Redirect(result, buildReturnUrl(row, result) ?? buildConnectionLink(ctx, row))
  const url = buildReturnUrl(row, result)
  if (url === null) return new Document(result, { contentType: 'text/html; charset=utf-8', body: resultPage(result) })
  return new Redirect(result, url)
}

async function endConnection(ctx: Context, row: sql.ConnectionRow, query: CallbackQuery): Promise<Connection> {
  const { state: _, code, error, error_description: description, ...params } = query
  if (code === undefined)
    return failConnection(ctx, row, {
      code: error ?? 'no_code',
      message: description ?? 'The platform returned no authorization code.',
    })
  try {
    return await completeWithCode(ctx, row, await getConnector(ctx, row.platform), { code, params })
  } catch (failure) {
    // The browser gets the result; the reason is in the connection's `error`.
    const ended = await sql.findConnection(ctx.db, row.workspace_id, row.id)
    if (!ended) throw notFound('connection')
    if (ended.status === 'awaiting_user') throw failure
    if (!(failure instanceof ApiError))
      ctx.log.error({ err: failure, connection_id: row.id }, 'a sign-in failed unexpectedly')
    return presentConnection(ctx, ended)
  }
}

const RESULTS: Partial<Record<Connection['status'], string>> = {
  completed: 'The account is connected. You can close this window.',
  awaiting_selection: 'You are signed in. Go back and choose what to connect.',
}

function resultPage({ status }: Connection): string {
  const result = RESULTS[status] ?? 'The account was not connected. Go back and try again.'
  return smallPage('Connect an account', html`<p>${result}</p>`)
}
