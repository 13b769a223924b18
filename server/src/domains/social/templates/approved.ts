import { checkParameters, type MessageTemplate, renderBody } from '../../../connectors/text/message-template.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { findTemplateByName } from './sql.ts'

/** Returns the text of a message with this template. Throws unless the template exists, is approved and fits the parameters. */
export async function fillApprovedTemplate(
  db: Db,
  workspaceId: string,
  accountId: string,
  { name, language, components }: MessageTemplate,
): Promise<string | null> {
  const row = await findTemplateByName(db, workspaceId, accountId, { name, language })
  if (!row)
    throw new ApiError(
      'not_found',
      `The account has no template "${name}" in the language "${language}". Create it and wait for its approval; a template created on the platform appears here within minutes.`,
    )
  if (row.status !== 'approved')
    throw new ApiError(
      'template_not_approved',
      `The template "${name}" is ${row.status}. Only an approved template can be sent: wait for template.status_changed, or send another one.`,
      { members: { template_id: row.id, template_status: row.status, rejection_reason: row.rejection_reason } },
    )
  const problems = checkParameters(row.components, components)
  if (problems.length > 0)
    throw new InvalidRequest(
      problems.map(({ path, message }) => invalidValue(['body', 'template', 'components', ...path], message)),
    )
  return renderBody(row.components, components)
}
