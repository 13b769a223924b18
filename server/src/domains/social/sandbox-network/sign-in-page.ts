import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { Document, Redirect } from '../../../kit/declare/reply.ts'
import { html, smallPage } from '../../../kit/html.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { assertSandboxNetwork } from './enabled.ts'
import { createCode } from './network/sign-in.ts'
import { findAuthorization } from './sql/people.ts'

interface SignInQuery {
  readonly request: string
  readonly state: string
  readonly username?: string
  readonly deny?: boolean
}
type SignInStatus = { status: string }

/** Shows the network's OAuth page, which asks for a name and redirects back with a code or a refusal. */
export async function showSignInPage(
  ctx: Context,
  { request, state, username, deny }: SignInQuery,
): Promise<Document<SignInStatus> | Redirect<SignInStatus>> {
  assertSandboxNetwork(ctx)
  const [workspaceId = '', id = ''] = request.split('.')
  const authorization = await findAuthorization(ctx.db, workspaceId, id)
  if (!authorization || authorization.expires_at <= ctx.clock.now())
    throw new ApiError('not_found', 'This sign-in is unknown or has expired. Start a new connection.')
  const back = new URL(authorization.redirect_uri)
  back.searchParams.set('state', state)
  if (deny) {
    back.searchParams.set('error', 'access_denied')
    return new Redirect({ status: 'denied' }, back.href)
  }
  if (username === undefined)
    return new Document(
      { status: 'awaiting_user' },
      { contentType: 'text/html; charset=utf-8', body: page(request, state) },
    )
  const code = await transaction(ctx.db, (tx) => createCode(ctx, tx, authorization, username))
  back.searchParams.set('code', code)
  return new Redirect({ status: 'signed_in' }, back.href)
}

function page(request: string, state: string): string {
  const body = html`<h1>Sandbox</h1><p>Sign in with any name. A new name creates a user.</p><form><input type="hidden" name="request" value="${request}"><input type="hidden" name="state" value="${state}"><label>Username <input name="username" required pattern="[a-z0-9_\\-]{1,30}" autofocus></label> <button>Sign in</button></form><p><a href="?request=${request}&amp;state=${state}&amp;deny=true">Refuse</a></p>`
  return smallPage('Sandbox', body)
}
