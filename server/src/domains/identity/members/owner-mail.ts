import type { Context } from '../../../kit/context.ts'
import { mailText } from '../../../kit/mail.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueueMail, hasMail } from '../links/mail.ts'
import { findWorkspaceName } from '../workspaces/service.ts'
import { listOwnerEmails } from './sql/members.ts'

/**
 * Notifies every owner, and the affected member, of a change of owners once the transaction commits. `text` ends before the
 * workspace.
 */
export async function mailOwners(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { affected, text }: { affected: string; text: string },
): Promise<void> {
  if (!hasMail(ctx)) return
  const workspace = (await findWorkspaceName(tx, workspaceId)) ?? ''
  const recipients = new Set([...(await listOwnerEmails(tx, workspaceId)), affected])
  for (const to of recipients)
    await enqueueMail(ctx, tx, {
      to,
      subject: mailText`The owners of ${workspace} have changed`,
      text:
        text +
        mailText` the workspace "${workspace}".\n\nIf you did not expect this, review the members of the workspace. The operator of this server can restore an owner who was removed.\n`,
    })
}
