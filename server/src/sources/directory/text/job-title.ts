import { SENIORITIES, type Seniority } from '../contract.ts'
import { memoize } from './memoize.ts'
import { fold } from './words.ts'

/** Words in a title that indicate a seniority; the first match wins. */
const SENIORITY_WORDS: readonly (readonly [Seniority, RegExp])[] = [
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

const DEPARTMENT_WORDS: readonly (readonly [string, RegExp])[] = [
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

export function inferSeniority(given: string | null, title: string | null): Seniority | null {
  const name = fold(given ?? '')
  const known = SENIORITIES.find((seniority) => seniority === name) ?? SENIORITY_NAMES[name]
  return known ?? (title === null ? null : seniorityIn(title))
}

const seniorityIn = memoize((title) => firstMatch(SENIORITY_WORDS, title))
const departmentIn = memoize((title) => firstMatch(DEPARTMENT_WORDS, title))

export function inferDepartment(given: string | null, title: string | null): string | null {
  if (given !== null) return fold(given).replaceAll('_', ' ')
  return title === null ? null : departmentIn(title)
}

function firstMatch<T>(patterns: readonly (readonly [T, RegExp])[], title: string): T | null {
  const folded = fold(title)
  return patterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}
