import type { Context } from '../../kit/context.ts'
import type { Db } from '../../kit/db.ts'
import { insertGrant } from './sql.ts'

const SIGNUP_CREDITS = 50

/** The free credits of a new workspace: once, never again, no card. */
export async function grantSignupCredits(ctx: Context, db: Db, workspaceId: string): Promise<void> {
  await insertGrant(db, {
    workspace_id: workspaceId,
    id: ctx.ids.next('grant'),
    kind: 'signup',
    source_ref: workspaceId,
    amount: SIGNUP_CREDITS,
    remaining: SIGNUP_CREDITS,
    expires_at: null,
    created_at: ctx.clock.now(),
  })
}
