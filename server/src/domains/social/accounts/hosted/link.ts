import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { SecretError } from '../../../../kit/secrets.ts'
import { isWorkspaceOpen } from '../../../identity/workspaces/service.ts'
import { isCreatorAllowed } from '../connecting/creator-permission.ts'
import { type ConnectionRow, findConnection } from '../sql/connections.ts'

const PURPOSE = 'connections.link'

/** The address of a connection's page. It cannot be guessed: the ids in it are sealed. */
export function buildConnectionLink(ctx: Context, row: Pick<ConnectionRow, 'workspace_id' | 'id'>): string {
  const link = ctx.secrets.seal(JSON.stringify([row.workspace_id, row.id]), PURPOSE)
  return `${ctx.publicUrl.get()}/v1/connect/${link}`
}

export async function getLinked(ctx: Context, link: string): Promise<ConnectionRow> {
  const ids = open(ctx, link)
  const row = ids && (await isWorkspaceOpen(ctx.db, ids[0])) ? await findConnection(ctx.db, ids[0], ids[1]) : undefined
  if (row?.mode !== 'hosted' || !(await isCreatorAllowed(ctx, row)))
    throw new ApiError('not_found', 'This link is invalid. Ask for a new one.')
  return row
}

function open(ctx: Context, link: string): [workspaceId: string, id: string] | undefined {
  try {
    return JSON.parse(ctx.secrets.open(link, PURPOSE)) as [string, string]
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}
