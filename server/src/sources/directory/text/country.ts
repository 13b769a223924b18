import { memoize } from './memoize.ts'
import { fold } from './words.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const ALSO_KNOWN_AS = {
  USA: 'US',
  'United States of America': 'US',
  'Great Britain': 'GB',
  England: 'GB',
  'Czech Republic': 'CZ',
  Holland: 'NL',
  Turkey: 'TR',
}

/** Built at the first use: reading 676 names takes 25 ms, a tenth of the load time of a command. */
function readCountries() {
  const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  // Without withdrawn codes (`SU`, `UK`), which are other names of current ones.
  const names = new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
      const name = regionNames.of(code)
      return name === undefined || currentCode(code) !== code ? [] : [[code, name] as const]
    }),
  )
  const known = [...[...names].map(([code, name]) => [name, code] as const), ...Object.entries(ALSO_KNOWN_AS)]
  return { names, codes: new Map(known.map(([name, code]) => [fold(name), code])) }
}

let read: ReturnType<typeof readCountries> | undefined
const countries = () => (read ??= readCountries())

function currentCode(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

const keptCodes: (string | undefined)[] = []

/**
 * Cached by its letters, not by the text, which may be a part of a long one. The lookup takes longer than the rest of a short
 * query.
 */
function keptCode(code: string): string | undefined {
  const place = (code.charCodeAt(0) & 31) * 32 + (code.charCodeAt(1) & 31)
  if (!(place in keptCodes)) keptCodes[place] = currentCode(code)
  return keptCodes[place]
}

/** Returns ISO 3166 if the code or the English name of the country is known, otherwise the given text. */
export function normaliseCountry(given: string): string {
  const text = given.trim()
  const code = /^[A-Za-z]{2}$/.test(text) ? keptCode(text) : undefined
  const { names, codes } = countries()
  return codes.get(fold(text)) ?? (code !== undefined && names.has(code) ? code : text)
}

/** The same, memoized, for files only: callers may send any text, and a word cut from a long text keeps that text in memory. */
export const normaliseFileCountry = memoize(normaliseCountry)

export function countryName(country: string): string {
  return countries().names.get(country) ?? country
}
