import type { Choice, CompanyFilters, PeopleFilters } from '../contract.ts'
import { ANY_BUCKET } from '../sql/search.ts'
import { normaliseCountry } from '../text/country.ts'
import { normaliseDomain } from '../text/domain-name.ts'
import { cutToken, fold, splitWords } from '../text/words.ts'

/** A token, or any or all of several. `any` of an empty list matches nothing. */
export type Term = string | { readonly any: readonly Term[] } | { readonly all: readonly Term[] }

/** Each term of `must` becomes a separate tsquery, which is twice as fast as one tsquery with all of them (decision 0012). */
export interface SearchQuery {
  readonly must: readonly Term[]
  readonly mustNot: readonly Term[]
}

/** Limit of tsqueries in a statement; the last one gets all remaining terms. */
const TSQUERIES_MAX = 12

export function peopleQuery(text: string, filters: PeopleFilters): SearchQuery {
  const { company = {}, location = {} } = filters
  return buildSearchQuery(text, [
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

/** Returns true if a search can have matches, judging by the query alone. */
export function isPossibleSearch({ query, filters }: { query: string; filters: PeopleFilters }): boolean {
  return peopleQuery(query, filters).must.every(isPossible)
}

export function companyQuery(text: string, filters: CompanyFilters): SearchQuery {
  return buildSearchQuery(text, [
    ...companyChoices(filters),
    [filters.country, inCountry],
    [filters.keywords, allWordsAnywhere],
  ])
}

type ToTerm = (value: string) => Term
type Choices = readonly (readonly [Choice | undefined, ToTerm])[]

function companyChoices(company: Pick<CompanyFilters, 'name' | 'domain' | 'size' | 'industry'>): Choices {
  return [
    [company.name, allWords('o:')],
    [company.domain, (domain) => `cd:${normaliseDomain(domain) ?? fold(domain)}`],
    [company.size, exactly('z:')],
    [company.industry, exactly('i:')],
  ]
}

function buildSearchQuery(text: string, choices: Choices): SearchQuery {
  const must: Term[] = text.trim() === '' ? [] : [allWordsAnywhere(text)]
  const mustNot: Term[] = []
  for (const [choice, toTerm] of choices) {
    if (choice === undefined) continue
    const { include, exclude }: Exclude<Choice, readonly string[]> = isList(choice) ? { include: choice } : choice
    if (include) must.push({ any: include.map(toTerm) })
    if (exclude) mustNot.push(...exclude.map(toTerm))
  }
  return { must: limitTerms(must.flatMap(splitTerm)), mustNot: mustNot.filter(isPossible) }
}

function isList(choice: Choice): choice is readonly string[] {
  return Array.isArray(choice)
}

const exactly = (prefix: string) => (value: string) => prefix + fold(value)

const allWords = (prefix: string) => (phrase: string) =>
  requireAllTerms(splitWords(phrase).map((word) => prefix + word))

const inCountry = (name: string) => `c:${fold(normaliseCountry(name))}`

function allWordsAnywhere(phrase: string): Term {
  return requireAllTerms([...new Set(splitWords(phrase))].map(anywhere))
}

/** Matches a word, which may also be another name of a country: `USA`, `de`. */
function anywhere(word: string): Term {
  const country = normaliseCountry(word)
  return country === word ? word : { any: [word, `c:${fold(country)}`] }
}

/** A phrase without any word matches nothing. */
function requireAllTerms(terms: readonly Term[]): Term {
  return terms.length === 0 ? { any: [] } : { all: terms }
}

/** Splits a conjunction into separate terms. */
function splitTerm(term: Term): Term[] {
  if (typeof term === 'string') return [term]
  if ('all' in term) return term.all.flatMap(splitTerm)
  const [only, ...others] = term.any.filter(isPossible)
  if (only === undefined) return [{ any: [] }]
  return others.length === 0 ? splitTerm(only) : [{ any: [only, ...others] }]
}

function limitTerms(must: readonly Term[]): readonly Term[] {
  if (must.length <= TSQUERIES_MAX) return must
  return [...must.slice(0, TSQUERIES_MAX - 1), { all: must.slice(TSQUERIES_MAX - 1) }]
}

export function isPossible(term: Term): boolean {
  if (typeof term === 'string') return true
  return 'all' in term ? term.all.every(isPossible) : term.any.some(isPossible)
}

/** Writes the term as a PostgreSQL tsquery, with a placeholder for the letter of the bucket. */
export function toTsquery(term: Term): string {
  if (typeof term === 'string')
    return `'${ANY_BUCKET}${cutToken(term.replaceAll(ANY_BUCKET, '')).replace(/['\\]/g, '$&$&')}'`
  const [terms, operator] = 'all' in term ? [term.all, '&'] : [term.any, '|']
  return `(${terms
    .filter(isPossible)
    .map((each) => toTsquery(each))
    .join(operator)})`
}

/**
 * Writes the query as tsqueries that must all match. Exclusions are a tsquery too: faster than filtering rows (decision 0016).
 */
export function toTsqueries({ must, mustNot }: SearchQuery): string[] {
  return [...must.map(toTsquery), ...(mustNot.length > 0 ? [`!${toTsquery({ any: mustNot })}`] : [])]
}
