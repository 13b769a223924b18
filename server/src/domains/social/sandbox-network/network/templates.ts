import { checkParameters, type MessageTemplate, renderBody } from '../../../../connectors/text/message-template.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { findLastItem } from '../sql/items.ts'
import { canActAs, forbidden } from './entities.ts'
import { addItem, changeItem, findOwnItem, presentItem } from './feed.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

/** Creates a template, which is pending until its status is set. A name and language exist only once. */
export async function createTemplate(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  if (!(await canActAs(request, body.entity_id))) return forbidden
  const same = { name: body.name, language: body.language, is_deleted: false }
  if (await findLastItem(ctx.db, workspaceId, { entityId: body.entity_id, kind: 'template', data: same }))
    return refuse(409, 'template_exists', 'A template with this name and language already exists.')
  const data = {
    ...same,
    category: body.category,
    components: body.components,
    status: 'pending',
    rejection_reason: null,
  }
  const template = await addItem(ctx, ctx.db, workspaceId, { entityId: body.entity_id, kind: 'template', data })
  return { status: 201, body: presentItem(template) }
}

export async function deleteTemplate(request: NetworkRequest): Promise<NetworkReply> {
  const template = await findOwnItem(request, 'template')
  if ('status' in template) return template.status === 404 ? { status: 200, body: {} } : template
  await changeItem(request.ctx.db, request.workspaceId, template.id, { is_deleted: true, status: 'deleted' })
  return { status: 200, body: { id: template.id } }
}

/** Returns the text of a message with a template, or the network's refusal. */
export async function fillTemplate({
  ctx,
  workspaceId,
  body,
}: NetworkRequest): Promise<NetworkReply | { body: string | null; template: MessageTemplate }> {
  const template: MessageTemplate = body.template
  const same = { name: template.name, language: template.language, is_deleted: false }
  const found = await findLastItem(ctx.db, workspaceId, { entityId: body.entity_id, kind: 'template', data: same })
  if (!found) return refuse(404, 'no_such_template', 'There is no template with this name in this language.')
  if (found.data['status'] !== 'approved')
    return refuse(422, 'template_not_approved', `This template is ${String(found.data['status'])}, not approved.`)
  const definition = found.data['components'] as Record<string, unknown>[]
  const [problem] = checkParameters(definition, template.components)
  if (problem) return refuse(422, 'template_parameters', `The parameters do not fit: ${problem.message}.`)
  return { body: renderBody(definition, template.components), template }
}

/** The code for every number. */
const CODE = '123456'

export async function requestCode(request: NetworkRequest): Promise<NetworkReply> {
  return (await canActAs(request, request.body.entity_id)) ? { status: 200, body: {} } : forbidden
}

export async function verifyCode(request: NetworkRequest): Promise<NetworkReply> {
  if (!(await canActAs(request, request.body.entity_id))) return forbidden
  return request.body.code === CODE ? { status: 200, body: {} } : refuse(422, 'wrong_code', `The code is ${CODE}.`)
}

/** Registers a number. The first pin counts: the network stores its hash and refuses any other pin later. */
export async function registerNumber(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  if (!(await canActAs(request, body.entity_id))) return forbidden
  const pin = sha256(`${body.entity_id}:${body.pin}`).toString('hex')
  const known = await findLastItem(ctx.db, workspaceId, { entityId: body.entity_id, kind: 'number', data: {} })
  if (known && known.data['pin_hash'] !== pin)
    return refuse(422, 'pin_mismatch', 'This number was registered with another pin.')
  const data = { pin_hash: pin, region: body.region, status: 'registered' }
  const item =
    known ??
    (await addItem(ctx, ctx.db, workspaceId, { entityId: body.entity_id, kind: 'number', handle: 'number', data }))
  return { status: 200, body: { id: item.id, status: 'registered' } }
}
