import { findEntity, listUserEntities } from '../sql/people.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

/** Returns true when the signed-in user may act as the entity. */
export async function canActAs({ ctx, workspaceId, userId }: NetworkRequest, entityId: string): Promise<boolean> {
  const entity = await findEntity(ctx.db, workspaceId, entityId)
  return entity?.user_id === userId && entity.grants.includes('publish')
}

export const forbidden = refuse(403, 'not_your_page', 'You may not act as this page.')

export async function listEntities({ ctx, workspaceId, userId }: NetworkRequest): Promise<NetworkReply> {
  const rows = await listUserEntities(ctx.db, workspaceId, userId)
  const entities = rows.map(({ id, kind, name, grants }) => ({
    id,
    kind,
    name,
    parent_id: null,
    metadata: { category: 'Example' },
    grants,
  }))
  return { status: 200, body: { entities } }
}
