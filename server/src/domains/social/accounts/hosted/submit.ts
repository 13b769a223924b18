import type { Context } from '../../../../kit/context.ts'
import { ApiError, InvalidRequest, notFound } from '../../../../kit/declare/errors.ts'
import { type Document, Redirect } from '../../../../kit/declare/reply.ts'
import { completeWithCredentials } from '../connecting/complete.ts'
import { failConnection, presentConnection } from '../connecting/connections.ts'
import { selectConnectionEntity } from '../connecting/selection.ts'
import { beginOAuth } from '../connecting/start.ts'
import type { Connection } from '../contract/resources.ts'
import { getConnector, getPlatform } from '../platforms.ts'
import { type ConnectionRow, findConnection } from '../sql/connections.ts'
import { readFields } from './fields.ts'
import { formatLabel } from './label.ts'
import { getLinked } from './link.ts'
import { showPage } from './page.ts'
import { redirectBack } from './return-url.ts'

type ConnectionReply = Document<Connection> | Redirect<Connection>

/** Does what a form of the page asks for. What goes wrong is explained on the page, which can be sent again. */
export async function submitPage(ctx: Context, link: string, body: string): Promise<ConnectionReply> {
  const row = await getLinked(ctx, link)
  const form = new URLSearchParams(body)
  try {
    return await act(ctx, row, form)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return showPage(ctx, await reread(ctx, row), { problem: describe(error), entered: form })
  }
}

async function act(ctx: Context, row: ConnectionRow, form: URLSearchParams): Promise<ConnectionReply> {
  const { auth } = getPlatform(ctx, row.platform)
  switch (form.get('action')) {
    case 'sign_in': {
      const options = auth.options ? { ...row.options, ...readFields(auth.options, form) } : row.options
      return new Redirect(presentConnection(ctx, row), await beginOAuth(ctx, row, options))
    }
    case 'credentials': {
      const given = auth.credentials ? readFields(auth.credentials, form) : {}
      await completeWithCredentials(ctx, row, await getConnector(ctx, row.platform), given)
      break
    }
    case 'select':
      await selectConnectionEntity(ctx, ctx.db, row, form.get('external_id') ?? '')
      break
    case 'cancel':
      await failConnection(ctx, row, {
        code: 'access_denied',
        message: 'The user canceled the connection.',
      })
      break
    default:
      return showPage(ctx, row)
  }
  return redirectBack(ctx, await reread(ctx, row))
}

async function reread(ctx: Context, row: ConnectionRow): Promise<ConnectionRow> {
  const current = await findConnection(ctx.db, row.workspace_id, row.id)
  if (!current) throw notFound('connection')
  return current
}

/** What a person can do about it; the names of fields as the page shows them. */
function describe(error: ApiError): string {
  if (!(error instanceof InvalidRequest)) return error.message
  return error.violations
    .map(({ loc, msg }) => (loc.length > 2 ? `${formatLabel(String(loc.at(-1)))}: ${msg}` : msg))
    .join(' ')
}
