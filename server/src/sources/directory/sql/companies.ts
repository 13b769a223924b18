import type { Db } from '../../../kit/postgres/db.ts'
import { COMPANY_COLUMNS, type CompanyRow } from './rows.ts'

const COMPANY_SHOWN = ['id', ...COMPANY_COLUMNS, 'sources', 'updated_at']

export async function listCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`select ${db(COMPANY_SHOWN)} from companies where id = any(${ids})`
}

/** Locks in the order of ids, so that two writers wait for each other instead of deadlocking. */
export async function lockCompanies(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  return db<CompanyRow[]>`
    select ${db(COMPANY_SHOWN)} from companies where id = any(${ids}) order by id for update`
}

/** Deletes companies that only this source has. */
export async function deleteSourceCompanies(db: Db, source: string): Promise<void> {
  await db`delete from companies where jsonb_array_length(sources) = 1 and sources->0->>'name' = ${source}`
}
