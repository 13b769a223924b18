import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'

/** Refuses what no configuration allows. Whether the address may be reached is checked when the asset is stored. */
export function checkUrl(given: string): Violation[] {
  if (['http:', 'https:'].includes(URL.parse(given)?.protocol ?? '')) return []
  return [invalidValue(['body', 'url'], 'the URL must be absolute and start with https://', given)]
}
