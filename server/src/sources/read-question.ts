import { invalidValue, type Violation } from '../kit/declare/errors.ts'
import type { DataQuestion } from './action.ts'
import { normaliseDomain } from './directory/text/domain-name.ts'
import { normaliseEmail } from './mail/address.ts'

export interface NameAtDomain {
  readonly first_name: string
  readonly last_name: string
  readonly full_name: string
  readonly domain: string
}

export function invalidQuery(reason: string): Violation {
  return invalidValue(['body', 'query'], reason)
}

/** Returns a text filter without surrounding spaces. */
export function textFilter(question: DataQuestion, name: string): string | undefined {
  const value = question.filters?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Reads the address in `filters.email` or, without one, in the query. */
export function readEmail(question: DataQuestion): { readonly email: string } | Violation {
  const filter = textFilter(question, 'email')
  const email = normaliseEmail(filter ?? question.query)
  if (email !== undefined) return { email }
  const loc = filter === undefined ? ['body', 'query'] : ['body', 'filters', 'email']
  return invalidValue(loc, 'this is not an email address; send one, such as ada@example.com, as query or filters.email')
}

/** Reads a name and a domain, from the filters or from a query such as "Ada Example, example.com". */
export function readNameAtDomain(question: DataQuestion): NameAtDomain | Violation {
  const [nameInQuery, domainInQuery] = splitAtDomain(question.query)
  const given = textFilter(question, 'domain')
  const domain = normaliseDomain(given ?? domainInQuery)
  const first = textFilter(question, 'first_name')
  const last = textFilter(question, 'last_name')
  const full =
    textFilter(question, 'full_name') ??
    (first && last ? `${first} ${last}` : nameInQuery || (given === undefined ? '' : question.query)).trim()
  if (domain === undefined) {
    const loc = given === undefined ? ['body', 'query'] : ['body', 'filters', 'domain']
    return invalidValue(loc, 'add the domain of the company, as in "Ada Example, example.com"')
  }
  if (full.length < 2 || full.length > 200)
    return invalidQuery('add the name of the person, as in "Ada Example, example.com"')
  const words = full.split(/\s+/)
  return {
    full_name: full,
    first_name: first ?? words[0] ?? full,
    last_name: last ?? (words.length > 1 ? (words.at(-1) ?? '') : ''),
    domain,
  }
}

const SEPARATOR = /[\s,@|]/

/** Splits off the last word if it looks like a domain. One pass, because callers can send any text. */
function splitAtDomain(query: string): readonly [before: string, domain: string] {
  const given = query.trimEnd()
  let start = given.length
  while (start > 0 && !SEPARATOR.test(given.charAt(start - 1))) start--
  const domain = given.slice(start)
  if (start === 0 || !/.\../s.test(domain)) return ['', '']
  let end = start
  while (end > 0 && SEPARATOR.test(given.charAt(end - 1))) end--
  return [given.slice(0, end), domain]
}

/** Returns one spelling for one person at one company. */
export function toNameAtDomainKey({ full_name, domain }: NameAtDomain): string {
  return `${full_name.toLowerCase()}@${domain}`
}
