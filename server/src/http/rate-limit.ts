import { ApiError } from '../kit/errors.ts'

export interface RateLimiter {
  /** Takes one request from the key's bucket; answers the RateLimit header, or throws 429. */
  take(keyId: string): string
  readonly policy: string
}

interface Bucket {
  tokens: number
  at: number
}

const BUCKETS_MAX = 100_000

/** A token bucket per key and process: `burst` at once, refilled at `perSecond`. */
export function createRateLimiter(
  perSecond: number,
  burst: number,
  now: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const policy = `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`
  return {
    policy,
    take(keyId) {
      const at = now()
      let bucket = buckets.get(keyId)
      if (!bucket) {
        if (buckets.size >= BUCKETS_MAX) buckets.clear()
        buckets.set(keyId, (bucket = { tokens: burst, at }))
      }
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (bucket.tokens < 1) {
        const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
        throw new ApiError(
          'rate_limited',
          `This key may make ${perSecond} requests a second, ${burst} at once. Wait ${seconds} s.`,
          {
            headers: {
              'retry-after': String(seconds),
              ratelimit: `"default";r=0;t=${seconds}`,
              'ratelimit-policy': policy,
            },
          },
        )
      }
      bucket.tokens -= 1
      return `"default";r=${Math.floor(bucket.tokens)};t=${Math.ceil((burst - bucket.tokens) / perSecond)}`
    },
  }
}
