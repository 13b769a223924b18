import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { confirmTicket } from './contract.ts'
import * as sql from './sql.ts'

const CALLBACKS_MAX = 50

/** Stores a vendor's callback unchanged and acknowledges it; a job then asks the vendor to confirm it. */
export async function receiveCallback(ctx: Context, token: string, body: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { source, ticket, state } = await getTicketByToken(tx, token)
    const callback = { source, ticket, body_hash: sha256(body), body, received_at: ctx.clock.now() }
    const isNew = await sql.insertCallback(tx, callback, CALLBACKS_MAX)
    if (isNew && state === 'waiting')
      await enqueue(ctx, tx, confirmTicket, { source, ticket }, { key: `${source} ${ticket}` })
  })
}

export async function getTicketByToken(db: Db, token: string): Promise<sql.TicketRow> {
  const row = await sql.findTicketByToken(db, sha256(token))
  if (!row) throw notFound('callback')
  return row
}
