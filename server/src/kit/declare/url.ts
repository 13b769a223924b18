import { invalidValue, type Violation } from './errors.ts'

/** Refuses what no configuration allows; whether the address may be reached is checked when the URL is stored. */
export function checkUrl(given: string | null | undefined, field = 'url'): Violation[] {
  const parsed = given === undefined || given === null ? undefined : URL.parse(given)
  if (parsed === undefined || (parsed && ['http:', 'https:'].includes(parsed.protocol))) return []
  return [invalidValue(['body', field], 'the URL must be absolute and start with https://', given)]
}
