import type { Choice, CompanyFilters, PeopleFilters } from '../contract.ts'
import { ANY_SHELF } from '../sql/search.ts'
import { normaliseDomain } from '../text/domain-name.ts'
import { countryNamed } from '../text/job-title.ts'
import { cutToken, fold, wordsOf } from '../text/words.ts'

/** A token, or any or all of several. None of nothing is never true. */
export type Term = string | { readonly any: readonly Term[] } | { readonly all: readonly Term[] }

/** Each of `must` is a look into the index of its own, which is twice as fast as one with all of them in it. */
export interface Question {
  readonly must: readonly Term[]
  readonly mustNot: readonly Term[]
}

/** A statement has so many looks at most; the last of them takes all that is left. */
const LOOKS_MAX = 12

export function peopleQuestion(query: string, filters: PeopleFilters): Question {
  const { company = {}, location = {} } = filters
  return questionOf(query, [
    [filters.title, allWords('t:')],
    [filters.seniority, exactly('s:')],
    [filters.department, exactly('d:')],
    ...companyChoices(company),
    [location.city, exactly('ci:')],
    [location.region, exactly('r:')],
    [location.country, inCountry],
    [filters.skills, exactly('k:')],
    [filters.keywords, allWordsAnywhere],
  ])
}

/** Whether anything could answer it, as far as can be told without looking. */
export function isPossibleSearch({ query, filters }: { query: string; filters: PeopleFilters }): boolean {
  return peopleQuestion(query, filters).must.every(isPossible)
}

export function companyQuestion(query: string, filters: CompanyFilters): Question {
  return questionOf(query, [
    ...companyChoices(filters),
    [filters.country, inCountry],
    [filters.keywords, allWordsAnywhere],
  ])
}

type Meaning = (value: string) => Term
type Choices = readonly (readonly [Choice | undefined, Meaning])[]

function companyChoices(company: Pick<CompanyFilters, 'name' | 'domain' | 'size' | 'industry'>): Choices {
  return [
    [company.name, allWords('o:')],
    [company.domain, (domain) => `cd:${normaliseDomain(domain) ?? fold(domain)}`],
    [company.size, exactly('z:')],
    [company.industry, exactly('i:')],
  ]
}

function questionOf(query: string, choices: Choices): Question {
  const must: Term[] = query.trim() === '' ? [] : [allWordsAnywhere(query)]
  const mustNot: Term[] = []
  for (const [choice, meaning] of choices) {
    if (choice === undefined) continue
    const { include, exclude }: Exclude<Choice, readonly string[]> = isList(choice) ? { include: choice } : choice
    if (include) must.push({ any: include.map(meaning) })
    if (exclude) mustNot.push(...exclude.map(meaning))
  }
  return { must: bounded(must.flatMap(separate)), mustNot: mustNot.filter(isPossible) }
}

function isList(choice: Choice): choice is readonly string[] {
  return Array.isArray(choice)
}

const exactly = (prefix: string) => (value: string) => prefix + fold(value)

const allWords = (prefix: string) => (phrase: string) => allOf(wordsOf(phrase).map((word) => prefix + word))

const inCountry = (name: string) => `c:${fold(countryNamed(name))}`

function allWordsAnywhere(phrase: string): Term {
  return allOf([...new Set(wordsOf(phrase))].map(anywhere))
}

/** A word, which may also be a country by another name: `USA`, `de`. */
function anywhere(word: string): Term {
  const country = countryNamed(word)
  return country === word ? word : { any: [word, `c:${fold(country)}`] }
}

/** A phrase without a word in it says nothing, so nothing can match it. */
function allOf(terms: readonly Term[]): Term {
  return terms.length === 0 ? { any: [] } : { all: terms }
}

/** What must all hold can as well be asked one by one. */
function separate(term: Term): Term[] {
  if (typeof term === 'string') return [term]
  if ('all' in term) return term.all.flatMap(separate)
  const [only, ...others] = term.any.filter(isPossible)
  if (only === undefined) return [{ any: [] }]
  return others.length === 0 ? separate(only) : [{ any: [only, ...others] }]
}

function bounded(must: readonly Term[]): readonly Term[] {
  if (must.length <= LOOKS_MAX) return must
  return [...must.slice(0, LOOKS_MAX - 1), { all: must.slice(LOOKS_MAX - 1) }]
}

export function isPossible(term: Term): boolean {
  if (typeof term === 'string') return true
  return 'all' in term ? term.all.every(isPossible) : term.any.some(isPossible)
}

/** The term as PostgreSQL's tsquery, with a stand-in for the letter of the shelf. */
export function tsqueryOf(term: Term): string {
  if (typeof term === 'string')
    return `'${ANY_SHELF}${cutToken(term.replaceAll(ANY_SHELF, '')).replace(/['\\]/g, '$&$&')}'`
  const [terms, operator] = 'all' in term ? [term.all, '&'] : [term.any, '|']
  return `(${terms
    .filter(isPossible)
    .map((each) => tsqueryOf(each))
    .join(operator)})`
}

/** A question as tsqueries that must all hold. */
export function written({ must, mustNot }: Question): string[] {
  return [...must.map(tsqueryOf), ...(mustNot.length > 0 ? [`!${tsqueryOf({ any: mustNot })}`] : [])]
}
