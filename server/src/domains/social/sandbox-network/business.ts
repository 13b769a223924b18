import { sha256 } from '../../../kit/hash.ts'
import { addItem, changeItem, ownItem, presentItem } from './inbox.ts'
import { forbidden, mayActAs } from './posts.ts'
import { findLastItem } from './sql/content.ts'
import { type Reply, refuse, type Visit } from './visit.ts'

export async function setReviewReply(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, body } = visit
  const review = await ownItem(visit, 'review')
  if ('status' in review) return review
  const before = review.data['reply'] as { body: string; created_at: string } | null
  const reply = before?.body === body.body ? before : { body: body.body, created_at: ctx.clock.now().toISOString() }
  if (reply !== before) await changeItem(ctx.db, workspaceId, review.id, { reply })
  return { status: 200, body: { id: review.id, reply } }
}

export async function deleteReviewReply(visit: Visit): Promise<Reply> {
  const review = await ownItem(visit, 'review')
  if ('status' in review) return review
  await changeItem(visit.ctx.db, visit.workspaceId, review.id, { reply: null })
  return { status: 200, body: { id: review.id } }
}

/** A template waits until somebody approves it; one language of a name exists once. */
export async function createTemplate(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, body } = visit
  if (!(await mayActAs(visit, body.entity_id))) return forbidden
  const same = { name: body.name, language: body.language, is_deleted: false }
  if (await findLastItem(ctx.db, workspaceId, body.entity_id, 'template', same))
    return refuse(409, 'template_exists', 'There is a template with this name and language.')
  const data = {
    ...same,
    category: body.category,
    components: body.components,
    status: 'pending',
    rejection_reason: null,
  }
  const made = await addItem(ctx, ctx.db, workspaceId, { entityId: body.entity_id, kind: 'template', data })
  return { status: 201, body: presentItem(made) }
}

export async function deleteTemplate(visit: Visit): Promise<Reply> {
  const template = await ownItem(visit, 'template')
  if ('status' in template) return template.status === 404 ? { status: 200, body: {} } : template
  await changeItem(visit.ctx.db, visit.workspaceId, template.id, { is_deleted: true, status: 'deleted' })
  return { status: 200, body: { id: template.id } }
}

/** The first pin is the one; the network keeps its hash, and another one later is refused. */
export async function registerNumber(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, body } = visit
  if (!(await mayActAs(visit, body.entity_id))) return forbidden
  const pin = sha256(`${body.entity_id}:${body.pin}`).toString('hex')
  const known = await findLastItem(ctx.db, workspaceId, body.entity_id, 'number', {})
  if (known && known.data['pin_hash'] !== pin) return refuse(422, 'pin_mismatch', 'Another pin was set before.')
  const data = { pin_hash: pin, region: body.region, status: 'registered' }
  const item =
    known ??
    (await addItem(ctx, ctx.db, workspaceId, { entityId: body.entity_id, kind: 'number', handle: 'number', data }))
  return { status: 200, body: { id: item.id, status: 'registered' } }
}
