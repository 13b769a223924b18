/** Most specific first: a browser's `User-Agent` also names the older browsers that it imitates. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Returns the common name of the browser behind a `User-Agent`: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => userAgent.includes(part))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent.slice(0, 60) || 'Unknown device')
}

export function isPhone(userAgent: string): boolean {
  return /iPhone|Android.+Mobile/.test(userAgent)
}
