import type { Db } from '../kit/postgres/db.ts'

interface Spend {
  readonly day: string
  readonly source: string
  readonly micros: number
}

/** Adds to the cost of a source on a day. Returns false when that would exceed the budget. */
export async function addSpend(
  db: Db,
  { day, source, micros, budget }: Spend & { readonly budget: number | null },
): Promise<boolean> {
  if (budget !== null && micros > budget) return false
  const rows = await db`
    insert into source_spend as s (day, source, micros, calls) values (${day}, ${source}, ${micros}, 1)
    on conflict on constraint source_spend_pkey do update set micros = s.micros + excluded.micros, calls = s.calls + 1
    where ${budget}::bigint is null or s.micros + excluded.micros <= ${budget}::bigint
    returning 1`
  return rows.length > 0
}

export async function subtractSpend(db: Db, { day, source, micros }: Spend): Promise<void> {
  await db`
    update source_spend set micros = greatest(0, micros - ${micros}::bigint) where day = ${day} and source = ${source}`
}

export async function listSpend(db: Db, day: string): Promise<{ source: string; micros: number; calls: number }[]> {
  return db<{ source: string; micros: number; calls: number }[]>`
    select source, micros, calls from source_spend where day = ${day}`
}
