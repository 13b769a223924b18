import type { Db } from '../../../kit/postgres/db.ts'
import { companyId } from '../ids.ts'
import { listCompanies, lockCompanies } from '../sql/companies.ts'
import type { CompanyFields, CompanyRow } from '../sql/rows.ts'
import { type IndexedCompany, insertCompanies, updateCompanies } from '../sql/write-rows.ts'
import { companyIndex } from './index-row.ts'
import { firstSources, type ImportOrigin, mergeCompany } from './merge.ts'

/** Companies that this import has written, by their values, so that the next batches skip them. */
export type WrittenCompanies = Set<string>

const WRITTEN_MAX = 100_000

/** Adds and updates the companies of people. */
export async function writeCompanies(
  tx: Db,
  people: readonly CompanyFields[],
  origin: ImportOrigin,
  written: WrittenCompanies,
): Promise<void> {
  const { companies, values } = collectCompanies(people, written)
  if (companies.size === 0) return
  const ids = [...companies.keys()].toSorted()
  const known = await listCompanies(tx, ids)
  // Only changed companies are locked, so that two imports of the same company rarely wait for each other.
  const stale = known.filter((row) => mergeCompany(row, companies.get(row.id) ?? row, origin)).map(({ id }) => id)
  const updated = (stale.length > 0 ? await lockCompanies(tx, stale) : []).flatMap((row): CompanyRow[] => {
    const merged = mergeCompany(row, companies.get(row.id) ?? row, origin)
    return merged ? [merged] : []
  })
  const knownIds = new Set(known.map(({ id }) => id))
  const added = ids
    .filter((id) => !knownIds.has(id))
    .flatMap((id): CompanyRow[] => {
      const company = companies.get(id)
      return company ? [{ id, ...company, sources: firstSources(company, origin), updated_at: origin.now }] : []
    })
  if (updated.length > 0) await updateCompanies(tx, updated.map(indexCompany))
  if (added.length > 0) await insertCompanies(tx, added.map(indexCompany))
  if (written.size > WRITTEN_MAX) written.clear()
  for (const value of values) written.add(value)
}

/** Collects each company once, with every field that one of its people has. */
function collectCompanies(people: readonly CompanyFields[], written: WrittenCompanies) {
  const companies = new Map<string, CompanyFields>()
  const values: string[] = []
  for (const person of people) {
    const { company_name, company_domain, company_industry, company_size, company_country } = person
    const value = `${company_name}\0${company_domain}\0${company_industry}\0${company_size}\0${company_country}`
    if (written.has(value)) continue
    values.push(value)
    const id = companyId(person)
    if (id === undefined) continue
    const before = companies.get(id)
    companies.set(id, {
      company_name: company_name ?? before?.company_name ?? null,
      company_domain: company_domain ?? before?.company_domain ?? null,
      company_industry: company_industry ?? before?.company_industry ?? null,
      company_size: company_size ?? before?.company_size ?? null,
      company_country: company_country ?? before?.company_country ?? null,
    })
  }
  return { companies, values }
}

function indexCompany(row: CompanyRow): IndexedCompany {
  return { ...row, ...companyIndex(row) }
}
