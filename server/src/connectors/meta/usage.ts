import type { PlatformResponse } from '../api/exchange.ts'
import type { Usage } from '../api/usage.ts'

type Headers = PlatformResponse['headers']

/** Meta counts the calls of the last hour: after a quarter of an hour some of them no longer count. */
const RESET_SECONDS = 900

/**
 * Reads `x-app-usage`, which is about all calls of the app, and `x-page-usage` and `x-business-use-case-usage`, which are about one page
 * or business. The numbers are per cent of the limits of calls, time and processor time.
 */
export function readUsage(headers: Headers): readonly Usage[] {
  const usages = [
    toUsage('app', readHeader(headers, 'x-app-usage')),
    toUsage('account', readHeader(headers, 'x-page-usage')),
    ...listBusinessUsages(headers).map((numbers) => toUsage('account', numbers)),
  ]
  return usages.filter((usage) => usage !== undefined)
}

/** Returns the time after which a business over its limit may call again; undefined if no header names it. */
export function readRegainSeconds(headers: Headers): number | undefined {
  const minutes = listBusinessUsages(headers).map((numbers) => Number(numbers['estimated_time_to_regain_access'] ?? 0))
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
  return { scope, usedShare: Math.max(...known) / 100, resetSeconds: minutes > 0 ? minutes * 60 : RESET_SECONDS }
}

/** `{"<business>": [{"type": "pages", "call_count": 28, ..., "estimated_time_to_regain_access": 0}]}` */
function listBusinessUsages(headers: Headers): UsageNumbers[] {
  const usages = Object.values(readHeader(headers, 'x-business-use-case-usage') ?? {}).flat()
  return usages.filter((one): one is UsageNumbers => typeof one === 'object' && one !== null)
}

function readHeader(headers: Headers, name: string): UsageNumbers | undefined {
  try {
    const value: unknown = JSON.parse(String(headers[name] ?? 'null'))
    return typeof value === 'object' && value !== null ? (value as UsageNumbers) : undefined
  } catch {
    return undefined
  }
}
