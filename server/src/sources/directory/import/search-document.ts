import type { CompanyFields, PersonFields } from '../sql/rows.ts'
import { countryName } from '../text/country.ts'
import { memoize } from '../text/memoize.ts'
import { cutToken, fold, wordsOf } from '../text/words.ts'

/**
 * The search document of a person or a company: tokens, written as a tsvector, each with the letter of the row's bucket
 * in front. A token without a field prefix is a word that occurs anywhere; `t:lawyer` is a word of the title. `query.ts`
 * makes the same tokens of a search.
 */
type Tokenize = (text: string) => string[]

const wordTokens = (prefix: string) => (text: string) => wordsOf(text).flatMap((word) => [prefix + word, word])

const valueTokens = (prefix: string) => (text: string) => [prefix + fold(text), ...wordsOf(text)]

function countryTokens(country: string): string[] {
  return [`c:${fold(country)}`, ...wordsOf(countryName(country))]
}

type Serialize = (bucket: string, text: string | null) => string

/** Writes the tokens of a text as lexemes of a bucket. */
function serializer(tokenize: Tokenize): Serialize {
  return (bucket, text) =>
    text === null
      ? ''
      : tokenize(text)
          .map((token) => quoteLexeme(bucket + cutToken(token)))
          .join(' ')
}

/** For each of the memoized fields below and each bucket: at most 144 MiB in all. */
const BYTES_MAX_PER_BUCKET = 524_288

/** The same for fields that have the same few values in many rows. */
function memoizedSerializer(tokenize: Tokenize): Serialize {
  const serialize = serializer(tokenize)
  const byBucket = new Map<string, (text: string) => string>()
  return (bucket, text) => {
    if (text === null) return ''
    let memoized = byBucket.get(bucket)
    if (!memoized) byBucket.set(bucket, (memoized = memoize((each) => serialize(bucket, each), BYTES_MAX_PER_BUCKET)))
    return memoized(text)
  }
}

function quoteLexeme(token: string): string {
  return `'${/['\\]/.test(token) ? token.replace(/['\\]/g, '$&$&') : token}'`
}

const bareWords = serializer(wordsOf)
const companyName = serializer(wordTokens('o:'))
const companyDomain = serializer((domain) => [`cd:${domain}`])
const emailDomain = serializer((email) => [`ed:${email.slice(email.lastIndexOf('@') + 1)}`])
const title = memoizedSerializer(wordTokens('t:'))
const seniority = memoizedSerializer((value) => [`s:${value}`])
const department = memoizedSerializer(valueTokens('d:'))
const industry = memoizedSerializer(valueTokens('i:'))
const size = memoizedSerializer((value) => [`z:${value}`])
const city = memoizedSerializer(valueTokens('ci:'))
const region = memoizedSerializer(valueTokens('r:'))
const country = memoizedSerializer(countryTokens)
const skill = memoizedSerializer(valueTokens('k:'))

export function personDocument(person: PersonFields, bucket: string): string {
  const parts = [
    bareWords(bucket, person.full_name),
    title(bucket, person.title),
    seniority(bucket, person.seniority),
    department(bucket, person.department),
    companyTokens(person, bucket),
    emailDomain(bucket, person.email),
    city(bucket, person.city),
    region(bucket, person.region),
    country(bucket, person.country),
  ]
  for (const each of person.skills) parts.push(skill(bucket, each))
  for (const each of person.keywords) parts.push(bareWords(bucket, each))
  return parts.join(' ')
}

export function companyDocument(company: CompanyFields, bucket: string): string {
  return `${companyTokens(company, bucket)} ${country(bucket, company.company_country)}`
}

function companyTokens(company: CompanyFields, bucket: string): string {
  return `${companyName(bucket, company.company_name)} ${companyDomain(bucket, company.company_domain)} ${industry(bucket, company.company_industry)} ${size(bucket, company.company_size)}`
}
