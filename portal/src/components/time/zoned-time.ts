/** Returns the local time in a zone as `2026-03-29T14:30`, the format of `<input type="datetime-local">`. */
export function toLocal(at: Date | string, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(at)).replace(' ', 'T')
}

/** Returns the instant of a local time in a zone; a time that is skipped in spring becomes one hour later. */
export function toInstant(local: string, zone: string): string {
  const wanted = Date.parse(`${local.replace(' ', 'T').slice(0, 16)}Z`)
  const shownAt = (at: number) => Date.parse(`${toLocal(new Date(at), zone)}Z`)
  const first = wanted - (shownAt(wanted) - wanted)
  // The clocks may have changed between the two guesses.
  const second = first - (shownAt(first) - wanted)
  return new Date(shownAt(second) === wanted ? second : Math.max(first, second)).toISOString()
}

/** Returns the instant at which a day starts in a zone. */
export function toStartOfDay(day: string, zone: string): string {
  return toInstant(`${day}T00:00`, zone)
}

export function todayIn(zone: string): string {
  return toLocal(new Date(), zone).slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Tells whether the text is a day, such as 2026-01-31; a URL may contain anything. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
