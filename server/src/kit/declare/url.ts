import type { Violation } from './errors.ts'
import { orList } from './violations.ts'

const SCHEMES = ['http', 'https']

/** Refuses URLs that no configuration allows; whether the address may be reached is checked when the URL is stored. */
export function checkUrl(given: string | null | undefined, field = 'url'): Violation[] {
  if (given === undefined || given === null) return []
  const loc = ['body', field]
  const parsed = URL.parse(given)
  if (!parsed) {
    const error = 'it must be absolute, such as https://example.com/path'
    return [{ type: 'url_parsing', loc, msg: `Input should be a valid URL, ${error}`, ctx: { error } }]
  }
  if (SCHEMES.includes(parsed.protocol.slice(0, -1))) return []
  const expected = orList(SCHEMES)
  return [{ type: 'url_scheme', loc, msg: `URL scheme should be ${expected}`, ctx: { expected_schemes: expected } }]
}
