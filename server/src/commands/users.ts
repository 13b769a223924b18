import {
  createResetLink,
  listAdminUsers,
  restoreWorkspaceOwner,
  setOperator,
} from '../domains/billing/operator/people.ts'
import { invitations } from '../domains/identity/members/contract/invitations.ts'
import { createInvitation } from '../domains/identity/members/invitations.ts'
import { createSetUpLink } from '../domains/identity/sign-in/set-up.ts'
import { findUserByEmail, type UserRow } from '../domains/identity/users/service.ts'
import { assertWorkspaceExists } from '../domains/identity/workspaces/service.ts'
import { createValidator } from '../http/body/validate.ts'
import type { Context } from '../kit/context.ts'
import { actorAndReason, type RunOnContext, UsageError } from './command.ts'

const PAGE_SIZE = 100

export const listUsers: RunOnContext = async (ctx, { options: { cursor } }) => {
  const page = await listAdminUsers(ctx.db, { limit: PAGE_SIZE, cursor })
  const lines = page.data.map(({ id, email, is_operator, workspaces, last_seen_at }) =>
    [
      id,
      email,
      ...(is_operator ? ['operator'] : []),
      `${workspaces} workspaces`,
      `seen ${last_seen_at ?? 'never'}`,
    ].join('  '),
  )
  const more = page.next_cursor ? [`There are more. Add --cursor ${page.next_cursor}`] : []
  return { text: [...lines, ...more].join('\n') || 'No users.', data: page }
}

/** Validates with the API's own schema, so that the command creates no invitation that the API would refuse. */
export const inviteUser: RunOnContext = async (ctx, { words: [workspaceId = '', email = ''], options }) => {
  const by = actorAndReason(options)
  const { role = 'owner' } = options
  const given = { params: {}, query: {}, body: { email, role } }
  const { body } = createValidator(invitations.create).all(given, ctx.clock.now())
  await assertWorkspaceExists(ctx.db, workspaceId)
  const { url, ...made } = await createInvitation(ctx, ctx.db, workspaceId, { body: body as never, by })
  const text =
    url === null ? `Invitation sent to ${email}.` : `Send this link to ${email}. It works once, within 7 days:\n${url}`
  return { text, data: { ...made, url } }
}

export const restoreOwner: RunOnContext = async (ctx, { words: [workspaceId = '', email = ''], options }) => {
  const by = actorAndReason(options)
  const { id } = await getByEmail(ctx, email)
  const member = await restoreWorkspaceOwner(ctx, ctx.db, workspaceId, { ...by, user_id: id })
  return { text: `${email} is an owner of ${workspaceId} again.`, data: member }
}

export const resetLink: RunOnContext = async (ctx, { words: [email = ''], options }) => {
  const by = actorAndReason(options)
  const { url } = await createResetLink(ctx, ctx.db, (await getByEmail(ctx, email)).id, by)
  return { text: `Send this link to ${email}. It works once, within an hour:\n${url}`, data: { url } }
}

export const operator: RunOnContext = async (ctx, { words: [email = '', given], options }) => {
  const by = actorAndReason(options)
  if (given !== 'yes' && given !== 'no') throw new UsageError(`Use yes or no, not ${given}.`)
  const user = await getByEmail(ctx, email)
  const changed = await setOperator(ctx, ctx.db, user.id, { ...by, is_operator: given === 'yes' })
  return { text: `${email} is ${changed.is_operator ? 'now an operator' : 'no longer an operator'}.`, data: changed }
}

export const setUpLink: RunOnContext = async (ctx) => {
  const url = await createSetUpLink(ctx, ctx.db)
  if (url === undefined)
    throw new UsageError('This server already has an operator. Use `users invite` or `users reset-link`.')
  return { text: `Open this link to create the first user. It works once, within 7 days:\n${url}`, data: { url } }
}

async function getByEmail(ctx: Context, email: string): Promise<UserRow> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user)
    throw new UsageError(
      `There is no user with the email address ${email}. \`quoin-server users list\` shows all users.`,
    )
  return user
}
