import type { Context, Principal } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentPost } from './present.ts'
import { getPostRow } from './read.ts'
import { insertPost } from './sql/posts.ts'
import { storeTargets } from './store-targets.ts'
import { planPost } from './validate.ts'

interface NewPost extends CreatePostRequest {
  readonly isDraft: boolean
  readonly idempotencyKey: string | null
}

export async function createPost(ctx: Context, db: Db, principal: Principal, body: NewPost): Promise<Post> {
  const { row, checked } = await planPost(ctx, db, principal, body)
  return transaction(db, async (tx) => {
    await insertPost(tx, row)
    await storeTargets(ctx, tx, row, checked, { dueAt: body.isDraft ? undefined : row.scheduled_at })
    return presentPost(await getPostRow(tx, principal.workspaceId, row.id))
  })
}
