import { operatorPeople } from '../domains/billing/operator/contract/people.ts'
import { createAdminWorkspace, listAdminWorkspaces, renameAdminWorkspace } from '../domains/billing/operator/people.ts'
import { closeAdminWorkspace, reopenAdminWorkspace } from '../domains/closing/service.ts'
import { REOPEN_DAYS, workspaces } from '../domains/identity/workspaces/contract.ts'
import { createValidator } from '../http/body/validate.ts'
import { actorAndReason, type RunOnContext } from './command.ts'

const PAGE_SIZE = 100

export const listWorkspaces: RunOnContext = async (ctx, { options: { cursor } }) => {
  const page = await listAdminWorkspaces(ctx.db, { limit: PAGE_SIZE, cursor })
  const lines = page.data.map(({ id, name, members, available, closed_at }) =>
    // Names come from users: control characters must not reach the terminal.
    [
      id,
      JSON.stringify(name.replace(/\p{C}/gu, ' ')),
      `${members} members`,
      `${available} credits`,
      ...(closed_at ? [`closed ${closed_at}`] : []),
    ].join('  '),
  )
  const more = page.next_cursor ? [`There are more. Add --cursor ${page.next_cursor}`] : []
  return { text: [...lines, ...more].join('\n') || 'No workspaces.', data: page }
}

export const createWorkspace: RunOnContext = async (ctx, { words: [name = '', email = ''], options }) => {
  const by = actorAndReason(options)
  const body = { name, owner_email: email, ...by }
  createValidator(operatorPeople.create_workspace).all({ params: {}, query: {}, body }, ctx.clock.now())
  const made = await createAdminWorkspace(ctx, ctx.db, body)
  const link = made.invitation_url
  const rest =
    link === null
      ? `Invitation sent to ${email}.`
      : `Send this link to ${email}. It works once, within 7 days:\n${link}`
  return { text: `Created ${made.id} with ${made.available} credits. ${rest}`, data: made }
}

export const renameWorkspace: RunOnContext = async (ctx, { words: [id = '', name = ''], options }) => {
  const by = actorAndReason(options)
  createValidator(workspaces.update).all({ params: { id }, query: {}, body: { name } }, ctx.clock.now())
  await renameAdminWorkspace(ctx, id, name, by)
  return { text: `Renamed ${id}.`, data: { id, name } }
}

export const closeWorkspace: RunOnContext = async (ctx, { words: [id = ''], options }) => {
  const closed = await closeAdminWorkspace(ctx, ctx.db, id, actorAndReason(options))
  const text = `Closed ${id}. A running server ends its posts, jobs, webhooks and accounts. You can reopen it within ${REOPEN_DAYS} days with \`workspaces reopen\`.`
  return { text, data: closed }
}

export const reopenWorkspace: RunOnContext = async (ctx, { words: [id = ''], options }) => {
  const opened = await reopenAdminWorkspace(ctx, ctx.db, id, actorAndReason(options))
  const text = `Reopened ${id} with ${opened.members} members and ${opened.available} credits. Accounts have to be reconnected, and webhooks enabled again.`
  return { text, data: opened }
}
