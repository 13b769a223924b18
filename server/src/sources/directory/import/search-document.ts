import type { CompanyFields, PersonFields } from '../sql/rows.ts'
import { countryName } from '../text/country.ts'
import { memoize } from '../text/memoize.ts'
import { cutToken, fold, splitWords } from '../text/words.ts'

/**
 * The search document of a person or a company: its tokens, before they are prefixed with the letter of the row's bucket. A
 * token without a field prefix is a word that occurs anywhere; `t:lawyer` is a word of the title. `query.ts` creates the same
 * tokens from a search.
 */
type Tokenize = (text: string) => readonly string[]

const wordTokens = (prefix: string) => (text: string) => splitWords(text).flatMap((word) => [prefix + word, word])

const valueTokens = (prefix: string) => (text: string) => [prefix + fold(text), ...splitWords(text)]

/** For fields that have the same few values in many rows. */
const kept = (tokenize: Tokenize) => memoize((text) => tokenize(text).map(cutToken))

const companyName = wordTokens('o:')
const title = kept(wordTokens('t:'))
const seniority = kept((value) => [`s:${value}`])
const department = kept(valueTokens('d:'))
const industry = kept(valueTokens('i:'))
const size = kept((value) => [`z:${value}`])
const city = kept(valueTokens('ci:'))
const region = kept(valueTokens('r:'))
const country = kept((value) => [`c:${fold(value)}`, ...splitWords(countryName(value))])
const skill = kept(valueTokens('k:'))

export function personTokens(person: PersonFields): Set<string> {
  const tokens = companyTokens(person)
  add(tokens, splitWords, person.full_name)
  add(tokens, title, person.title)
  add(tokens, seniority, person.seniority)
  add(tokens, department, person.department)
  if (person.email !== null) tokens.add(`ed:${person.email.slice(person.email.lastIndexOf('@') + 1)}`)
  add(tokens, city, person.city)
  add(tokens, region, person.region)
  add(tokens, country, person.country)
  for (const each of person.skills) add(tokens, skill, each)
  for (const each of person.keywords) add(tokens, splitWords, each)
  return tokens
}

/** Returns the tokens of a person's company; its country is not the person's. */
function companyTokens(company: CompanyFields): Set<string> {
  const tokens = new Set<string>()
  add(tokens, companyName, company.company_name)
  if (company.company_domain !== null) tokens.add(`cd:${company.company_domain}`)
  add(tokens, industry, company.company_industry)
  add(tokens, size, company.company_size)
  return tokens
}

export function buildCompanyTokens(company: CompanyFields): Set<string> {
  const tokens = companyTokens(company)
  add(tokens, country, company.company_country)
  return tokens
}

function add(tokens: Set<string>, tokenize: Tokenize, text: string | null): void {
  if (text !== null) for (const token of tokenize(text)) tokens.add(cutToken(token))
}
