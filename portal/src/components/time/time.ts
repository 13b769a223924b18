const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

let zone: string | undefined
let locale: string | undefined
/** Creating a format costs many times as much as using it, and a list shows thousands of times. */
let formats = new Map<string, unknown>()

function getCachedFormat<Format>(name: string, make: () => Format): Format {
  const known = formats.get(name) as Format | undefined
  if (known) return known
  const made = make()
  formats.set(name, made)
  return made
}

/** Sets the user's preferences; the browser's apply where they are null. */
export function setTimePreferences(preferences: { time_zone: string | null; locale: string | null }): void {
  formats = new Map()
  zone = preferences.time_zone ?? undefined
  locale = validLocale(preferences.locale)
}

/** Returns undefined for invalid locales: some systems report `en-US@posix`. */
export function validLocale(name: string | null): string | undefined {
  try {
    return name === null ? undefined : Intl.getCanonicalLocales(name)[0]
  } catch {
    return undefined
  }
}

export function userTimeZone(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function relativeTime(at: string, now = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000)
  const [unit, length] = UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', 1]
  if (Math.abs(seconds) < 10) return 'now'
  return getCachedFormat('relative', relativeFormat).format(Math.trunc(seconds / length), unit)
}

function relativeFormat(): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
}

export function absoluteTime(at: string, style: 'medium' | 'long' = 'medium'): string {
  const timeStyle = style === 'long' ? 'long' : 'short'
  const make = () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: userTimeZone() })
  return getCachedFormat(`absolute ${style}`, make).format(new Date(at))
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return getCachedFormat(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(
    value,
  )
}

/** Formats a calendar day such as `2026-03-29`, which is the same in every time zone. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  const make = () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return getCachedFormat(`day ${JSON.stringify(options)}`, make).format(new Date(`${day}T00:00Z`))
}

export function formatTimeOfDay(at: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: userTimeZone() }).format(new Date(at))
}

/** Formats an hour of the day, such as `14`, as on a clock: `14:00` or `2:00 PM`. */
export function formatHour(hour: string): string {
  return getCachedFormat('hour', hourFormat).format(new Date(`1970-01-01T${hour}:00Z`))
}

function hourFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
}

/** Joins words by the rules of the language: `Posts, comments and statistics`. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}

/** Formats a moment as the time of day, with the date unless it is today. */
export function formatTimeOrDay(at: string): string {
  const isToday = formatDate(new Date(at)) === formatDate(new Date())
  return isToday ? formatTimeOfDay(at) : absoluteTime(at)
}

function formatDate(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: userTimeZone() }).format(at)
}
