/** What a platform said, without what no database keeps: NUL, halves of characters, moments that are none. */
export function storable<T>(said: T): T {
  return clean(said) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(clean)
  if (value instanceof Date) return value.getTime() >= 0 && value.getTime() < YEAR_10000 ? value : null
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.replaceAll('\0', '').toWellFormed(), clean(one)]),
  )
}

const YEAR_10000 = Date.UTC(10_000)
