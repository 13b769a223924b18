import type { Field } from './fields.ts'
import {
  CITIES,
  COMPANY_END,
  COMPANY_START,
  FIRST_END,
  FIRST_START,
  HEAD_COUNTS,
  INDUSTRIES,
  LAST_END,
  LAST_MIDDLE,
  LAST_START,
  LEVELS,
  TRADES,
} from './synthetic-data.ts'

export type SyntheticPerson = Partial<Record<Field, string | string[]>>

const LEVELS_TOTAL = LEVELS.reduce((sum, [weight]) => sum + weight, 0)

/** Our own random number generator (mulberry32), so that the same seed makes the same people everywhere. */
function createRandom(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Random = ReturnType<typeof createRandom>

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}

/** Picks items at the start of the list more often. */
function pickSkewed<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor((random(1_000_000) / 1_000_000) ** 2 * list.length)] as T
}

function buildCompany(number: number): SyntheticPerson {
  const random = createRandom(number * 7919 + 13)
  const name = `${pick(random, COMPANY_START)}${pick(random, COMPANY_END)}`
  const [, , country] = pickSkewed(random, CITIES)
  return {
    company_name: `${name} ${number}`,
    company_domain: `${name.toLowerCase()}-${number}.example`,
    company_industry: pickSkewed(random, INDUSTRIES),
    company_size: pickSkewed(random, HEAD_COUNTS),
    company_country: country,
  }
}

/** Yields people number `from` to `total` as rows to import. */
export function* syntheticItems(
  total: number,
  seed: number,
  from = 0,
): Generator<{ line: number; raw: SyntheticPerson }> {
  for (let n = from; n < total; n++) yield { line: n + 1, raw: syntheticPerson(n, total, seed) }
}

/**
 * Returns person number `n` of `total`, always the same for a seed. The name is composed of invented parts and the domain ends
 * in the reserved `.example`, so the person does not exist. A company has about twenty-five people, a few have many more.
 */
export function syntheticPerson(n: number, total: number, seed = 0): SyntheticPerson {
  const random = createRandom(n + Math.imul(seed, 0x85ebca6b))
  const first = pick(random, FIRST_START) + pick(random, FIRST_END)
  const last = pick(random, LAST_START) + pick(random, LAST_MIDDLE) + pick(random, LAST_END)
  const companies = Math.max(1, Math.ceil(total / 25))
  const company = buildCompany(Math.floor((random(1_000_000) / 1_000_000) ** 1.5 * companies))
  const [department, roles, skills] = pickSkewed(random, TRADES)
  const [city, region, country] = pickSkewed(random, CITIES)
  const known = [...new Set(Array.from({ length: random(7) }, () => pickSkewed(random, skills)))]
  return {
    id: seed === 0 ? `synthetic-${n}` : `synthetic-${seed}-${n}`,
    first_name: first,
    last_name: last,
    title: pickLevel(random)(pick(random, roles), department),
    department,
    ...(random(10) < 6 && { email: `${plain(first)}.${plain(last)}.${n}@${String(company.company_domain)}` }),
    ...company,
    ...(random(10) < 9 && { city, region, country }),
    skills: known,
    links: random(10) < 5 ? [`https://people.example/${plain(first)}-${plain(last)}-${n}`] : [],
  }
}

function pickLevel(random: Random): (role: string, department: string) => string {
  let left = random(LEVELS_TOTAL)
  for (const [weight, title] of LEVELS) if ((left -= weight) < 0) return title
  return (role) => role
}

function plain(name: string): string {
  return name.toLowerCase().replace('ü', 'ue').replace('ö', 'oe')
}
