/** The time on a clock of a zone: `2026-03-29T14:30`, as `<input type="datetime-local">` has it. */
export function toLocal(at: Date | string, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(at)).replace(' ', 'T')
}

/** The moment at which a clock of the zone shows this; a time that is skipped in spring is one hour later. */
export function toInstant(local: string, zone: string): string {
  const wanted = Date.parse(`${local.replace(' ', 'T').slice(0, 16)}Z`)
  const shownAt = (at: number) => Date.parse(`${toLocal(new Date(at), zone)}Z`)
  const first = wanted - (shownAt(wanted) - wanted)
  // Between the two guesses the clocks may have changed.
  const second = first - (shownAt(first) - wanted)
  return new Date(shownAt(second) === wanted ? second : Math.max(first, second)).toISOString()
}

/** The day of a zone, as a range of moments: from its start, to before the start of the next. */
export function toStartOfDay(day: string, zone: string): string {
  return toInstant(`${day}T00:00`, zone)
}

export function todayIn(zone: string): string {
  return toLocal(new Date(), zone).slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
