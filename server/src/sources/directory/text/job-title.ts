import { COMPANY_SIZES, type CompanySize, SENIORITIES, type Seniority } from '../contract.ts'
import { remember } from './memoize.ts'
import { fold } from './words.ts'

/** What a title says of its holder's rank, the most telling first. */
const SENIORITY_SIGNS: readonly (readonly [Seniority, RegExp])[] = [
  ['intern', /\b(intern|internship|trainee|apprentice|werkstudent|working student)\b/],
  ['founder', /\b(founder|co-?founder|founding partner)\b/],
  ['owner', /\b(owner|proprietor)\b/],
  ['c_suite', /\b(chief|c[efimotprs]o|ciso|president(?! of)|managing director)\b/],
  ['vp', /\b(vp|svp|evp|vice president)\b/],
  ['partner', /\bpartner\b(?! (manager|lead|marketing|sales|success|account))/],
  ['head', /\bhead\b/],
  ['director', /\bdirector\b/],
  ['manager', /\b(manager|supervisor|team lead|teamleiter)\b/],
  ['senior', /\b(senior|sr|lead|principal|staff)\b/],
  ['entry', /\b(junior|jr|assistant|associate|entry)\b/],
]

const DEPARTMENT_SIGNS: readonly (readonly [string, RegExp])[] = [
  ['human resources', /\b(hr|human resources|people (operations|partner)|talent|recruit\w*)\b/],
  ['legal', /\b(legal|counsel|lawyer|attorney|compliance|paralegal)\b/],
  ['finance', /\b(financ\w*|account(ing|ant)|controller|treasur\w*|audit\w*|cfo)\b/],
  ['marketing', /\b(marketing|brand|content|growth|seo|communications|cmo)\b/],
  ['customer success', /\b(customer (success|support|service)|support)\b/],
  ['sales', /\b(sales|account (executive|manager)|business development|revenue|cro)\b/],
  ['product', /\b(product (manager|owner|lead|director)|head of product|vp product|cpo)\b/],
  ['design', /\b(design\w*|ux|ui)\b/],
  ['data', /\b(data|analytics|machine learning|ai)\b/],
  ['information technology', /\b(it|systems? administrator|information technology|cio|security|network)\b/],
  ['engineering', /\b(engineer\w*|developer|software|devops|sre|cto|architect|programmer|qa)\b/],
  ['operations', /\b(operations|logistics|supply chain|procurement|coo)\b/],
  ['research', /\b(research\w*|scientist)\b/],
  ['education', /\b(teacher|professor|lecturer|education)\b/],
  ['medical', /\b(nurse|physician|doctor|medical|clinical)\b/],
  ['consulting', /\bconsult\w*\b/],
]

const SENIORITY_NAMES: Readonly<Record<string, Seniority>> = {
  'c-suite': 'c_suite',
  'c suite': 'c_suite',
  'c-level': 'c_suite',
  'c level': 'c_suite',
  cxo: 'c_suite',
  executive: 'c_suite',
  'vice president': 'vp',
  junior: 'entry',
  training: 'intern',
}

export function seniorityOf(given: string | null, title: string | null): Seniority | null {
  const name = fold(given ?? '')
  const known = SENIORITIES.find((seniority) => seniority === name) ?? SENIORITY_NAMES[name]
  return known ?? (title === null ? null : seniorityIn(title))
}

const seniorityIn = remember((title) => firstSign(SENIORITY_SIGNS, title))
const departmentIn = remember((title) => firstSign(DEPARTMENT_SIGNS, title))

export function departmentOf(given: string | null, title: string | null): string | null {
  if (given !== null) return fold(given).replaceAll('_', ' ')
  return title === null ? null : departmentIn(title)
}

function firstSign<T>(signs: readonly (readonly [T, RegExp])[], title: string): T | null {
  const folded = fold(title)
  return signs.find(([, sign]) => sign.test(folded))?.[0] ?? null
}

/** A head count, a range or a phrase such as `51-200 employees`; undefined when it is none of these. */
export const companySizeOf = remember((given): CompanySize | undefined => {
  const text = fold(given)
    .replaceAll(/[\s.,']/g, '')
    .replaceAll(/[–—]/g, '-')
  const [, from, to] = /^(\d+)(?:-(\d+)|\+)?(?:employees|people)?$/.exec(text) ?? []
  if (from === undefined) return undefined
  const count = Number(to ?? from)
  return COMPANY_SIZES.find((size) => count <= Number(size.split('-')[1] ?? Number.POSITIVE_INFINITY))
})

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Codes that were withdrawn (`SU`, `UK`) are other names of today's, so they are left out here. */
const COUNTRY_NAMES = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = regionNames.of(code)
    return name === undefined || todaysCode(code) !== code ? [] : [[code, name] as const]
  }),
)
const COUNTRY_CODES = new Map(
  [
    ...[...COUNTRY_NAMES].map(([code, name]) => [name, code] as const),
    ['USA', 'US'] as const,
    ['United States of America', 'US'] as const,
    ['Great Britain', 'GB'] as const,
    ['England', 'GB'] as const,
    ['Czech Republic', 'CZ'] as const,
    ['Holland', 'NL'] as const,
    ['Turkey', 'TR'] as const,
  ].map(([name, code]) => [fold(name), code]),
)

function todaysCode(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** ISO 3166 where the country is known by its code or its English name; otherwise what was given. */
export function countryNamed(given: string): string {
  const text = given.trim()
  const code = /^[A-Za-z]{2}$/.test(text) ? todaysCode(text) : undefined
  return COUNTRY_CODES.get(fold(text)) ?? (code !== undefined && COUNTRY_NAMES.has(code) ? code : text)
}

/** The same for files. Not for questions: what callers ask is of any kind, and a word keeps the text it was cut from. */
export const countryOf = remember(countryNamed)

export function countryName(country: string): string {
  return COUNTRY_NAMES.get(country) ?? country
}
