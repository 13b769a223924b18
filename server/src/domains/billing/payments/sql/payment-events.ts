import type { Db } from '../../../../kit/postgres/db.ts'

/** Returns false when the event was already stored. */
export async function insertEvent(
  db: Db,
  event: { provider: string; id: string; type: string; received_at: Date },
): Promise<boolean> {
  const { count } = await db`insert into payment_events ${db(event)} on conflict do nothing`
  return count > 0
}

export async function hasEvent(db: Db, provider: string, id: string): Promise<boolean> {
  const [row] = await db`select 1 from payment_events where provider = ${provider} and id = ${id}`
  return row !== undefined
}

export async function deleteEventsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from payment_events where (provider, id) in (
      select provider, id from payment_events where received_at < ${before} order by received_at limit ${atMost})`
  return count
}
