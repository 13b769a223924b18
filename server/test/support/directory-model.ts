import type { Choice, PeopleFilters } from '../../src/sources/directory/contract.ts'
import type { NormalisedPerson } from '../../src/sources/directory/import/normalise.ts'
import { countryName, normaliseFileCountry } from '../../src/sources/directory/text/country.ts'
import { fold, splitWords } from '../../src/sources/directory/text/words.ts'

/** Decides what a search must find, by checking every person against the contract. */
export function fits(person: NormalisedPerson, query: string, filters: PeopleFilters): boolean {
  const { company = {}, location = {} } = filters
  return (
    (query.trim() === '' || hasWords(query, (word) => isAnywhere(person, word))) &&
    chosen(filters.title, (value) => hasPhraseWords(person.title, value)) &&
    chosen(filters.seniority, (value) => person.seniority === value) &&
    chosen(filters.department, (value) => isSame(person.department, value)) &&
    chosen(company.name, (value) => hasPhraseWords(person.company_name, value)) &&
    chosen(company.domain, (value) => isSame(person.company_domain, value)) &&
    chosen(company.size, (value) => person.company_size === value) &&
    chosen(company.industry, (value) => isSame(person.company_industry, value)) &&
    chosen(location.city, (value) => isSame(person.city, value)) &&
    chosen(location.region, (value) => isSame(person.region, value)) &&
    chosen(location.country, (value) => isSame(person.country, normaliseFileCountry(value))) &&
    chosen(filters.skills, (value) => person.skills.some((skill) => isSame(skill, value))) &&
    chosen(filters.keywords, (value) => hasWords(value, (word) => isAnywhere(person, word)))
  )
}

function chosen(choice: Choice | undefined, is: (value: string) => boolean): boolean {
  if (choice === undefined) return true
  const { include, exclude } = 'length' in choice ? { include: choice, exclude: undefined } : choice
  return (include === undefined || include.some(is)) && !(exclude ?? []).some(is)
}

function isSame(known: string | null, value: string): boolean {
  return known !== null && fold(known) === fold(value)
}

function hasWords(phrase: string, has: (word: string) => boolean): boolean {
  const words = splitWords(phrase)
  return words.length > 0 && words.every(has)
}

function hasPhraseWords(text: string | null, phrase: string): boolean {
  const known = new Set(splitWords(text ?? ''))
  return hasWords(phrase, (word) => known.has(word))
}

function isAnywhere(person: NormalisedPerson, word: string): boolean {
  const { full_name, title, department, company_name, company_industry, city, region, country, skills, keywords } =
    person
  const texts = [full_name, title, department, company_name, company_industry, city, region, ...skills, ...keywords]
  if (country !== null) texts.push(countryName(country))
  return (
    texts.some((text) => splitWords(text ?? '').includes(word)) ||
    (country !== null && normaliseFileCountry(word) === country)
  )
}
