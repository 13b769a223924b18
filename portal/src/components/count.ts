import { formatNumber } from './time/time.ts'

/** The texts of the portal are English, whatever the user's format of numbers is. */
const rules = new Intl.PluralRules('en')

/** Returns the form of a word that agrees with a count. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return rules.select(count) === 'one' ? one : many
}

/** Formats a count with its noun: `1 like`, `1,200 likes`. */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${pluralize(count, one, many)}`
}
