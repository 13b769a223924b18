import type { CompanyFields, PersonFields } from './sql/rows.ts'
import { countryName } from './vocabulary.ts'
import { fold, wordsOf } from './words.ts'

/**
 * What search knows of a person or a company: one set of tokens. A bare token is a word; one with a prefix is a word or a
 * value of that field. A value of one word is not repeated as a bare word: a question asks for both (see `query.ts`).
 */
type Tokens = Set<string>

function addWords(tokens: Tokens, prefix: string, text: string | null): void {
  if (text !== null) for (const word of wordsOf(text)) tokens.add(prefix + word)
}

function addValue(tokens: Tokens, prefix: string, value: string | null): void {
  if (value === null) return
  const folded = fold(value)
  tokens.add(prefix + folded)
  if (!/^[a-z0-9]+$/.test(folded)) addWords(tokens, '', folded)
}

export function personTokens(person: PersonFields): string[] {
  const tokens: Tokens = new Set()
  addWords(tokens, '', person.full_name)
  addWords(tokens, 't:', person.title)
  if (person.seniority !== null) tokens.add(`s:${person.seniority}`)
  addValue(tokens, 'd:', person.department)
  addCompany(tokens, person)
  if (person.email !== null) tokens.add(`ed:${person.email.slice(person.email.lastIndexOf('@') + 1)}`)
  addValue(tokens, 'ci:', person.city)
  addValue(tokens, 'r:', person.region)
  addCountry(tokens, person.country)
  for (const skill of person.skills) addValue(tokens, 'k:', skill)
  for (const keyword of person.keywords) addWords(tokens, '', keyword)
  return [...tokens]
}

export function companyTokens(company: CompanyFields): string[] {
  const tokens: Tokens = new Set()
  addCompany(tokens, company)
  addCountry(tokens, company.company_country)
  return [...tokens]
}

function addCompany(tokens: Tokens, company: CompanyFields): void {
  addWords(tokens, 'o:', company.company_name)
  if (company.company_domain !== null) tokens.add(`cd:${company.company_domain}`)
  addValue(tokens, 'i:', company.company_industry)
  if (company.company_size !== null) tokens.add(`z:${company.company_size}`)
}

function addCountry(tokens: Tokens, country: string | null): void {
  if (country === null) return
  tokens.add(`c:${fold(country)}`)
  const name = countryName(country)
  if (name.includes(' ') || name === country) addWords(tokens, '', name)
}
