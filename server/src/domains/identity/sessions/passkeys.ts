import type { Context, SignedInUser } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Page, type PageRequest, pageInMemory } from '../../../kit/declare/page.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import {
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  type PasskeyRow,
  registerPasskey,
  updatePasskeyName,
} from '../users/passkeys.ts'
import { auditUser } from '../users/service.ts'
import type { Passkey } from './contract/me.ts'

export async function passkeyOptions(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  visitor: Visitor,
): Promise<Record<string, unknown>> {
  return { ...(await newPasskeyOptions(ctx, db, visitor, user)) }
}

export async function addPasskey(
  ctx: Context,
  user: SignedInUser,
  visitor: Visitor,
  body: { name: string; response: unknown },
): Promise<Passkey> {
  return transaction(ctx.db, async (tx) => {
    const row = await registerPasskey(ctx, tx, user, { visitor, ...body })
    await auditUser(ctx, tx, user, 'passkeys.create', { passkey_id: row.id, name: row.name })
    return present(row)
  })
}

export async function listOwnPasskeys(db: Db, user: SignedInUser, query: PageRequest): Promise<Page<Passkey>> {
  return pageInMemory((await listPasskeys(db, user.id)).map(present), query, ({ id }) => id)
}

export async function renamePasskey(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  return transaction(db, async (tx) => {
    const row = await updatePasskeyName(tx, user.id, id, name)
    if (!row) throw notFound('passkey')
    await auditUser(ctx, tx, user, 'passkeys.update', { passkey_id: id, name })
    return present(row)
  })
}

export async function removePasskey(ctx: Context, db: Db, user: SignedInUser, id: string): Promise<Passkey> {
  return transaction(db, async (tx) => {
    const row = await deletePasskey(tx, user.id, id)
    if (!row) throw notFound('passkey')
    await auditUser(ctx, tx, user, 'passkeys.remove', { passkey_id: id, name: row.name })
    return present(row)
  })
}

function present({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}
