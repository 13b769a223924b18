/** Formats names and texts in n8n's style: `profile_id` becomes "Profile ID", and a single sentence has no period. */

const AS_THEY_ARE: Readonly<Record<string, string>> = { api: 'API', id: 'ID', ids: 'IDs', url: 'URL', csv: 'CSV' }

export function titleCase(name: string): string {
  return name
    .split('_')
    .map((word) => AS_THEY_ARE[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

/** `saved_searches` -> `saved_search`, `deliveries` -> `delivery`, `media` -> `media`. */
export function singular(name: string): string {
  if (/(analytics|sandbox|pricing)$/.test(name)) return name
  return name
    .replace(/ies$/, 'y')
    .replace(/(ch|sh)es$/, '$1')
    .replace(/s$/, '')
}

export function sentence(text: string): string {
  const plain = text
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .replace(/\bid\b/g, 'ID')
    .replace(/\bids\b/g, 'IDs')
    .replace(/\burl\b/gi, 'URL')
    .replace(/\bjson\b/g, 'JSON')
    .trim()
  const isOne = !plain.includes('. ')
  const ended = isOne ? plain.replace(/\.+$/, '') : `${plain.replace(/\.$/, '')}.`
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`
}

/** Sorts by name, ignoring case, as n8n does. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.localeCompare(b.name, 'en')
}

/** Returns the first words of a summary, without the punctuation that n8n forbids in action names. */
export function actionName(summary: string): string {
  const [first = ''] = sentence(summary).split(/[,:;(]/)
  const words = first
    .replaceAll(/[^\w ]/g, ' ')
    .trim()
    .split(/\s+/)
  return words.map((word, at) => (at === 0 || word === word.toUpperCase() ? word : word.toLowerCase())).join(' ')
}
