import { memoize } from './memoize.ts'
import { fold } from './words.ts'

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Without withdrawn codes (`SU`, `UK`), which are other names of current ones. */
const COUNTRY_NAMES = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = regionNames.of(code)
    return name === undefined || currentCode(code) !== code ? [] : [[code, name] as const]
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

function currentCode(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** ISO 3166 where the country is known by its code or its English name; otherwise what was given. */
export function normaliseCountry(given: string): string {
  const text = given.trim()
  const code = /^[A-Za-z]{2}$/.test(text) ? currentCode(text) : undefined
  return COUNTRY_CODES.get(fold(text)) ?? (code !== undefined && COUNTRY_NAMES.has(code) ? code : text)
}

/**
 * The same, memoized, for files alone: callers may send any text, and a word cut from a long text keeps that text in
 * memory.
 */
export const normaliseCountryOfFile = memoize(normaliseCountry)

export function countryName(country: string): string {
  return COUNTRY_NAMES.get(country) ?? country
}
