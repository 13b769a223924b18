import type { Context } from '../../../kit/context.ts'
import type { Subject } from '../../../kit/sources.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { findPeople, listInvisibleIds } from '../../../sources/directory/search/find-people.ts'
import { listSuppressedSubjects } from '../../../sources/directory/suppress/subject.ts'
import type { PurchaseRow, PurchaseSummaryRow } from './sql.ts'

/** Returns the ids of purchases about one subject who was suppressed, or deleted from the directory, since. */
export async function listWithheld(
  ctx: Context,
  workspaceId: string,
  rows: readonly Pick<PurchaseSummaryRow, 'id' | 'people' | 'marks'>[],
): Promise<Set<string>> {
  const single = rows.flatMap(({ id, people, marks }) => (marks ? [{ id, people: splitIds(people), keys: marks }] : []))
  if (single.length === 0) return new Set()
  const ids = [...new Set(single.flatMap(({ people }) => people))]
  const [suppressed, invisible] = await Promise.all([
    listSuppressedSubjects(ctx.directory, workspaceId, single),
    listInvisibleIds(ctx.directory, workspaceId, ids),
  ])
  const gone = single.filter(({ people }) => people.some((id) => invisible.has(id)))
  return new Set([...suppressed, ...gone].map(({ id }) => id))
}

/** Returns what was bought, as it can be shown now: lists leave out people who were suppressed or deleted since. */
export async function readVisibleData(
  ctx: Context,
  workspaceId: string,
  { data, people, marks }: PurchaseRow,
): Promise<unknown> {
  if (marks) return data
  if (data === null) return readPeople(ctx, workspaceId, splitIds(people))
  const items = [data].flat().map((item: unknown) => ({ ...readSubject(item), item }))
  const ids = items.flatMap(({ personId }) => personId ?? [])
  const [suppressed, invisible] = await Promise.all([
    listSuppressedSubjects(ctx.directory, workspaceId, items),
    listInvisibleIds(ctx.directory, workspaceId, ids),
  ])
  const withheld = new Set(suppressed)
  const shown = items.filter((each) => !withheld.has(each) && !(each.personId && invisible.has(each.personId)))
  return shown.length > 0 ? shown.map(({ item }) => item) : null
}

async function readPeople(ctx: Context, workspaceId: string, ids: readonly string[]): Promise<Person[] | null> {
  const lookups = ids.map((id) => ({ by: 'id' as const, id }))
  const people = (await findPeople(ctx.directory, workspaceId, lookups)).filter((person) => person !== undefined)
  return people.length > 0 ? people : null
}

function splitIds(ids: string): string[] {
  return ids === '' ? [] : ids.split(' ')
}

interface Item {
  readonly id?: string
  readonly full_name?: string
  readonly domain?: string | null
  readonly company?: Person['company']
  readonly person?: Person | null
  readonly email?: { readonly email: string } | null
  readonly verification?: { readonly email: string } | null
}

/** Reads the subject of an item of a list: a person, a company, a person agreed on, or a row of a workflow. */
function readSubject(given: unknown): Subject {
  const item = given as Item
  const person = item.person ?? (item.full_name === undefined ? undefined : (item as Person))
  const address = item.email?.email ?? item.verification?.email
  if (!person) return { domain: item.domain ?? null, ...(address !== undefined && { email: address }) }
  return {
    personId: person.id,
    domain: person.company?.domain ?? null,
    ...(address !== undefined && { email: address }),
  }
}
