import type { Db } from '../kit/postgres/db.ts'

/** Adds to what a source has cost on a day, unless that would exceed the budget; says whether it did. */
export async function takeSpend(
  db: Db,
  spend: { day: string; source: string; micros: number; budget: number | null },
): Promise<boolean> {
  const { day, source, micros, budget } = spend
  if (budget !== null && micros > budget) return false
  const rows = await db`
    insert into source_spend as s (day, source, micros, calls) values (${day}, ${source}, ${micros}, 1)
    on conflict on constraint source_spend_pkey do update set micros = s.micros + excluded.micros, calls = s.calls + 1
    where ${budget}::bigint is null or s.micros + excluded.micros <= ${budget}::bigint
    returning 1`
  return rows.length > 0
}

export async function returnSpend(db: Db, day: string, source: string, micros: number): Promise<void> {
  await db`
    update source_spend set micros = greatest(0, micros - ${micros}::bigint) where day = ${day} and source = ${source}`
}
