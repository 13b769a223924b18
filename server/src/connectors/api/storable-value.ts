/** Removes values that the database cannot store from a platform's response: NUL, lone surrogates, dates out of range. */
export function toStorable<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(clean)
  if (value instanceof Date) return value.getTime() >= 0 && value.getTime() < YEAR_10000 ? value : null
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.replaceAll('\0', '').toWellFormed(), clean(field)]),
  )
}

const YEAR_10000 = Date.UTC(10_000)
