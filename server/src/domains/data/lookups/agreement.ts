import type { Person } from '../../../sources/directory/contract.ts'
import { fold } from '../../../sources/directory/text/words.ts'
import { type AgreedPerson, RATIO_MIN, VOTES_MIN } from './contract/consensus.ts'

/** A person as one lineage describes them. */
export interface PersonDescription {
  readonly lineage: string
  readonly person: Person
  readonly gave: Readonly<Record<Field, boolean>>
}

type Field = 'company' | 'title' | 'location'
const FIELDS: readonly Field[] = ['company', 'title', 'location']
const COLUMNS: Readonly<Record<Field, readonly string[]>> = {
  company: ['company_domain', 'company_name'],
  title: ['title'],
  location: ['city', 'region', 'country'],
}
const ALL = { company: true, title: true, location: true }

/**
 * Splits a person of the directory by source: the directory stores which source gave which field, and each import is a separate
 * lineage.
 */
export function toDirectoryDescriptions(person: Person): PersonDescription[] {
  return person.sources.map(({ name, fields }) => {
    const has = (field: Field) => COLUMNS[field].some((column) => fields.includes(column))
    return {
      lineage: name,
      person,
      gave: { company: has('company'), title: has('title'), location: has('location') },
    }
  })
}

export function describePerson(lineage: string, person: Person): PersonDescription {
  return { lineage, person, gave: ALL }
}

/** Groups descriptions of the same person: the same name at the same company, or a common link. */
export function groupByPerson(descriptions: readonly PersonDescription[]): PersonDescription[][] {
  const groups: { keys: Set<string>; descriptions: PersonDescription[] }[] = []
  for (const description of descriptions) {
    const keys = listPersonKeys(description.person)
    const known = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const [first, ...others] = known
    const group = first ?? { keys: new Set<string>(), descriptions: [] }
    if (!first) groups.push(group)
    for (const other of others) {
      for (const key of other.keys) group.keys.add(key)
      group.descriptions.push(...other.descriptions)
      groups.splice(groups.indexOf(other), 1)
    }
    for (const key of keys) group.keys.add(key)
    group.descriptions.push(description)
  }
  return groups.map((group) => group.descriptions)
}

function listPersonKeys(person: Person): string[] {
  const company = readPersonField(person, 'company')
  const links = person.links.map((link) => `link ${link.toLowerCase().replace(/^https?:\/\/(www\.)?|\/$/g, '')}`)
  return [`id ${person.id}`, ...(company ? [`name ${fold(person.full_name)} at ${fold(company)}`] : []), ...links]
}

/** Reads a field as it is shown; `isSame` ignores case, accents and spaces. */
function readPersonField({ company, title, location }: Person, field: Field): string | null {
  if (field === 'title') return title
  if (field === 'company') return company?.domain ?? company?.name ?? null
  return [location?.city, location?.country].filter((part) => part).join(', ') || null
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && fold(a) === fold(b)
}

/** Counts one vote per lineage. The value with the most votes wins; among equals, the first one. */
function countVotes(descriptions: readonly PersonDescription[], field: Field) {
  const votes = new Map<string, string>()
  for (const { lineage, person, gave } of descriptions) {
    const value = gave[field] ? readPersonField(person, field) : null
    if (value !== null && !votes.has(lineage)) votes.set(lineage, value)
  }
  const byValue = Map.groupBy(votes.keys(), (lineage) => fold(votes.get(lineage) ?? ''))
  const [winner = null, voters = []] = [...byValue].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return { votes, winner, voters }
}

/** Returns the person if enough lineages agree where they work, using the description with which most agree. */
export function findAgreement(descriptions: readonly PersonDescription[]): AgreedPerson | undefined {
  const counts = Object.fromEntries(FIELDS.map((field) => [field, countVotes(descriptions, field)])) as Record<
    Field,
    ReturnType<typeof countVotes>
  >
  const { winner, voters, votes } = counts.company
  const ratio = voters.length / Math.max(1, votes.size)
  if (voters.length < VOTES_MIN || ratio < RATIO_MIN) return undefined
  const countMatches = ({ person }: PersonDescription) =>
    FIELDS.filter((field) => isSame(readPersonField(person, field), counts[field].winner)).length
  const [shown] = descriptions
    .filter(({ person }) => isSame(readPersonField(person, 'company'), winner))
    .toSorted((a, b) => countMatches(b) - countMatches(a))
  if (!shown) return undefined
  const dissent = FIELDS.flatMap((field) =>
    [...counts[field].votes]
      .filter(([, value]) => !isSame(value, readPersonField(shown.person, field)))
      .map(([lineage, value]) => ({ lineage, field, value })),
  )
  return { person: shown.person, agreement: { votes: voters.length, lineages: voters.toSorted(), ratio }, dissent }
}
