import type { Person } from '../../../sources/directory/contract.ts'
import { fold } from '../../../sources/directory/text/words.ts'
import { type AgreedPerson, RATIO_MIN, VOTES_MIN } from './contract/consensus.ts'

/** A person as somebody tells it, and whose data that is. */
export interface Telling {
  readonly lineage: string
  readonly person: Person
  /** What of it this lineage stands for. */
  readonly stands: Readonly<Record<Field, boolean>>
}

type Field = 'company' | 'title' | 'location'
const FIELDS: readonly Field[] = ['company', 'title', 'location']
const COLUMNS: Readonly<Record<Field, readonly string[]>> = {
  company: ['company_domain', 'company_name'],
  title: ['title'],
  location: ['city', 'region', 'country'],
}
const ALL = { company: true, title: true, location: true }

/** The directory keeps who gave which field: each import is a lineage of its own. */
export function tellingsOfDirectory(person: Person): Telling[] {
  return person.sources.map(({ name, fields }) => {
    const gave = (field: Field) => COLUMNS[field].some((column) => fields.includes(column))
    return {
      lineage: name,
      person,
      stands: { company: gave('company'), title: gave('title'), location: gave('location') },
    }
  })
}

export function tellingOf(lineage: string, person: Person): Telling {
  return { lineage, person, stands: ALL }
}

/** Tellings of one person: the same name at the same company, or the same page on the web. */
export function groupTellings(tellings: readonly Telling[]): Telling[][] {
  const groups: { keys: Set<string>; tellings: Telling[] }[] = []
  for (const telling of tellings) {
    const keys = keysOf(telling.person)
    const known = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const [first, ...others] = known
    const group = first ?? { keys: new Set<string>(), tellings: [] }
    if (!first) groups.push(group)
    for (const other of others) {
      for (const key of other.keys) group.keys.add(key)
      group.tellings.push(...other.tellings)
      groups.splice(groups.indexOf(other), 1)
    }
    for (const key of keys) group.keys.add(key)
    group.tellings.push(telling)
  }
  return groups.map((group) => group.tellings)
}

function keysOf(person: Person): string[] {
  const company = valueOf(person, 'company')
  const links = person.links.map((link) => `link ${link.toLowerCase().replace(/^https?:\/\/(www\.)?|\/$/g, '')}`)
  return [`id ${person.id}`, ...(company ? [`name ${fold(person.full_name)} at ${fold(company)}`] : []), ...links]
}

/** As it is told; compared without regard to case, accents and spaces. */
function valueOf({ company, title, location }: Person, field: Field): string | null {
  if (field === 'title') return title
  if (field === 'company') return company?.domain ?? company?.name ?? null
  return [location?.city, location?.country].filter((part) => part).join(', ') || null
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && fold(a) === fold(b)
}

/** One vote per lineage and field; the value with the most votes, the first told among equals. */
function countVotes(tellings: readonly Telling[], field: Field) {
  const said = new Map<string, string>()
  for (const { lineage, person, stands } of tellings) {
    const value = stands[field] ? valueOf(person, field) : null
    if (value !== null && !said.has(lineage)) said.set(lineage, value)
  }
  const byValue = Map.groupBy(said.keys(), (lineage) => fold(said.get(lineage) ?? ''))
  const [winner = null, voters = []] = [...byValue].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return { said, winner, voters }
}

/** The person, if enough lineages agree where they work: as the telling has it that most agree with. */
export function decide(tellings: readonly Telling[]): AgreedPerson | undefined {
  const votes = Object.fromEntries(FIELDS.map((field) => [field, countVotes(tellings, field)])) as Record<
    Field,
    ReturnType<typeof countVotes>
  >
  const { winner, voters, said } = votes.company
  const ratio = voters.length / Math.max(1, said.size)
  if (voters.length < VOTES_MIN || ratio < RATIO_MIN) return undefined
  const likeness = ({ person }: Telling) =>
    FIELDS.filter((field) => isSame(valueOf(person, field), votes[field].winner)).length
  const [shown] = tellings
    .filter(({ person }) => isSame(valueOf(person, 'company'), winner))
    .toSorted((a, b) => likeness(b) - likeness(a))
  if (!shown) return undefined
  const dissent = FIELDS.flatMap((field) =>
    [...votes[field].said]
      .filter(([, value]) => !isSame(value, valueOf(shown.person, field)))
      .map(([lineage, value]) => ({ lineage, field, value })),
  )
  return { person: shown.person, agreement: { votes: voters.length, lineages: voters.toSorted(), ratio }, dissent }
}
