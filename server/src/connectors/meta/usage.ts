import type { PlatformResponse } from '../exchange.ts'
import type { Usage } from '../usage.ts'

type Headers = PlatformResponse['headers']

/** Meta counts over the last hour, so a part of it is forgotten after a quarter. */
const FORGOTTEN_SECONDS = 900

/**
 * `x-app-usage` is about all calls of the app, `x-page-usage` and `x-business-use-case-usage` are about one page or business. The
 * numbers are per cent of the limits of calls, time and processor time.
 */
export function readUsage(headers: Headers): readonly Usage[] {
  const usages = [
    toUsage('app', read(headers, 'x-app-usage')),
    toUsage('account', read(headers, 'x-page-usage')),
    ...businessCases(headers).map((one) => toUsage('account', one)),
  ]
  return usages.filter((usage) => usage !== undefined)
}

/** How long a business that is over its limit must wait; undefined where no header says so. */
export function regainSeconds(headers: Headers): number | undefined {
  const minutes = businessCases(headers).map((one) => Number(one['estimated_time_to_regain_access'] ?? 0))
  const most = Math.max(0, ...minutes.filter(Number.isFinite))
  return most > 0 ? most * 60 : undefined
}

type UsageNumbers = Readonly<Record<string, unknown>>

function toUsage(scope: Usage['scope'], numbers: UsageNumbers | undefined): Usage | undefined {
  if (!numbers) return undefined
  const shares = ['call_count', 'total_time', 'total_cputime'].map((name) => Number(numbers[name] ?? Number.NaN))
  const known = shares.filter((share) => share >= 0)
  if (known.length === 0) return undefined
  const minutes = Number(numbers['estimated_time_to_regain_access'] ?? 0)
  return { scope, usedShare: Math.max(...known) / 100, resetSeconds: minutes > 0 ? minutes * 60 : FORGOTTEN_SECONDS }
}

/** `{"<business>": [{"type": "pages", "call_count": 28, ..., "estimated_time_to_regain_access": 0}]}` */
function businessCases(headers: Headers): UsageNumbers[] {
  const cases = Object.values(read(headers, 'x-business-use-case-usage') ?? {}).flat()
  return cases.filter((one): one is UsageNumbers => typeof one === 'object' && one !== null)
}

function read(headers: Headers, name: string): UsageNumbers | undefined {
  try {
    const value: unknown = JSON.parse(String(headers[name] ?? 'null'))
    return typeof value === 'object' && value !== null ? (value as UsageNumbers) : undefined
  } catch {
    return undefined
  }
}
