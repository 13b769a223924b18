import type { CompanyFields, PersonFields } from '../sql/rows.ts'
import { countryName } from '../text/job-title.ts'
import { remember } from '../text/memoize.ts'
import { cutToken, fold, wordsOf } from '../text/words.ts'

/**
 * What search knows of a person or a company: a set of tokens, written as a tsvector with the letter of their shelf before
 * each. A bare token is a word that stands anywhere; one with a prefix is a word or a value of that field.
 */
type TokensOf = (text: string) => string[]

const wordTokens = (prefix: string) => (text: string) => wordsOf(text).flatMap((word) => [prefix + word, word])

const valueTokens = (prefix: string) => (text: string) => [prefix + fold(text), ...wordsOf(text)]

function countryTokens(country: string): string[] {
  return [`c:${fold(country)}`, ...wordsOf(countryName(country))]
}

type Written = (shelf: string, text: string | null) => string

/** The tokens of a text on a shelf, as text. */
function written(tokensOf: TokensOf): Written {
  return (shelf, text) =>
    text === null
      ? ''
      : tokensOf(text)
          .map((token) => quoted(shelf + cutToken(token)))
          .join(' ')
}

/** For each of the fields below and each shelf: together 144 MiB at the very most. */
const BYTES_MAX_PER_SHELF = 524_288

/** The same for what few texts say of many people. */
function writtenOnce(tokensOf: TokensOf): Written {
  const write = written(tokensOf)
  const shelves = new Map<string, (text: string) => string>()
  return (shelf, text) => {
    if (text === null) return ''
    let known = shelves.get(shelf)
    if (!known) shelves.set(shelf, (known = remember((each) => write(shelf, each), BYTES_MAX_PER_SHELF)))
    return known(text)
  }
}

/** A lexeme of a tsvector. */
function quoted(token: string): string {
  return `'${/['\\]/.test(token) ? token.replace(/['\\]/g, '$&$&') : token}'`
}

const bareWords = written(wordsOf)
const companyName = written(wordTokens('o:'))
const companyDomain = written((domain) => [`cd:${domain}`])
const emailDomain = written((email) => [`ed:${email.slice(email.lastIndexOf('@') + 1)}`])
const title = writtenOnce(wordTokens('t:'))
const seniority = writtenOnce((value) => [`s:${value}`])
const department = writtenOnce(valueTokens('d:'))
const industry = writtenOnce(valueTokens('i:'))
const size = writtenOnce((value) => [`z:${value}`])
const city = writtenOnce(valueTokens('ci:'))
const region = writtenOnce(valueTokens('r:'))
const country = writtenOnce(countryTokens)
const skill = writtenOnce(valueTokens('k:'))

export function personDoc(person: PersonFields, shelf: string): string {
  const parts = [
    bareWords(shelf, person.full_name),
    title(shelf, person.title),
    seniority(shelf, person.seniority),
    department(shelf, person.department),
    companyPart(person, shelf),
    emailDomain(shelf, person.email),
    city(shelf, person.city),
    region(shelf, person.region),
    country(shelf, person.country),
  ]
  for (const each of person.skills) parts.push(skill(shelf, each))
  for (const each of person.keywords) parts.push(bareWords(shelf, each))
  return parts.join(' ')
}

export function companyDoc(company: CompanyFields, shelf: string): string {
  return `${companyPart(company, shelf)} ${country(shelf, company.company_country)}`
}

function companyPart(company: CompanyFields, shelf: string): string {
  return `${companyName(shelf, company.company_name)} ${companyDomain(shelf, company.company_domain)} ${industry(shelf, company.company_industry)} ${size(shelf, company.company_size)}`
}
