/** Length of the searched text: enough for every post that a platform accepts, and a bound on what a search reads. */
const LENGTH_MAX = 10_000

/**
 * Returns the texts in their searchable form, without case in any script. They are stored in this form because the database's
 * collation, C, knows only English letters, and because folding the case in every search takes three times as long.
 */
export function toSearchText(...texts: readonly (string | null | undefined)[]): string {
  const all = texts.filter(Boolean).join('\n').slice(0, LENGTH_MAX)
  return all.normalize('NFKC').toLowerCase()
}
