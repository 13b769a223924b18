const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
})

/** How long until midnight in Los Angeles, when Google counts daily quotas anew. A day there may have 23 or 25 hours. */
export function secondsToPacificMidnight(now: Date): number {
  const { year, month, day } = toPacificParts(now)
  // Summer time is seven hours behind UTC and winter time eight. It changes at two at night, so midnight is never ambiguous.
  const summer = new Date(Date.UTC(year, month - 1, day + 1, 7))
  const winter = new Date(Date.UTC(year, month - 1, day + 1, 8))
  const midnight = toPacificParts(summer).hour === 0 ? summer : winter
  return Math.ceil((midnight.getTime() - now.getTime()) / 1000)
}

function toPacificParts(moment: Date) {
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return { year: parts['year'] ?? 0, month: parts['month'] ?? 0, day: parts['day'] ?? 0, hour: parts['hour'] ?? 0 }
}
