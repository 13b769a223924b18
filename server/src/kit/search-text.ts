/** What is searched of a text: enough for every post that a platform takes, and a bound on what a search reads. */
const LENGTH_MAX = 10_000

/**
 * The texts as they are searched: upper and lower case are the same, in every script. They are stored like this because the
 * database's collation, C, knows the letters of English alone, and because changing the case at every search takes three times as long.
 */
export function toSearchText(...texts: readonly (string | null | undefined)[]): string {
  const all = texts.filter(Boolean).join('\n').slice(0, LENGTH_MAX)
  return all.normalize('NFKC').toLowerCase()
}
