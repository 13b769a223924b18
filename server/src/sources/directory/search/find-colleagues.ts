import type { Db } from '../../../kit/postgres/db.ts'
import type { KnownAddress } from '../../action.ts'
import { EVERYWHERE } from '../suppress/suppress.ts'
import { findRows, START } from './find-rows.ts'

/** Finds people with an email at a domain, the best known first. */
export async function findColleagues(db: Db, domain: string, limit: number): Promise<KnownAddress[]> {
  const query = { must: [{ any: [`ed:${domain}`] }], mustNot: [] }
  const { rows } = await findRows(db, 'people', query, { workspaceId: EVERYWHERE, after: START, limit })
  return rows.flatMap(({ email, full_name, first_name, last_name }) =>
    email === null ? [] : { email, name: { full_name, first_name, last_name } },
  )
}
