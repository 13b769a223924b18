import { ApiError } from '../../kit/declare/errors.ts'
import type { TokenBucket } from '../../kit/shared-limits.ts'

export interface RateLimiter {
  readonly policy: string
  /** Takes one request from this process's bucket of this id and returns how many are left. Throws 429 when it is empty. */
  take(id: string): number
  /** Throws 429 when this process's bucket is empty. Takes nothing. */
  assertLeft(id: string): void
  /** Returns the bucket of this id that all nodes share. */
  sharedBucket(id: string): TokenBucket
  /** Returns the 429 for a bucket with less than one token. */
  refusal(tokens: number): ApiError
  /** Returns the value of the RateLimit header. */
  formatHeader(left: number): string
}

export interface RateLimit {
  /** The limited resource: the first part of the shared buckets' ids. */
  readonly of: string
  /** Name in the RateLimit headers. */
  readonly name: string
  /** The limited party, in the error message. */
  readonly subject: string
  readonly perSecond: number
  readonly burst: number
  readonly bucketsMax?: number
  readonly onRefused?: (() => void) | undefined
  readonly now?: () => number
}

/** Creates a limiter with a token bucket per id: `burst` tokens, refilled at `perSecond`. */
export function createRateLimiter({
  of,
  name,
  subject,
  perSecond,
  burst,
  onRefused,
  ...options
}: RateLimit): RateLimiter {
  const getBucket = createBuckets({ perSecond, burst, ...options })
  const policy = `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
  const refusal = (tokens: number) => {
    onRefused?.()
    const seconds = Math.max(1, Math.ceil((1 - tokens) / perSecond))
    return new ApiError(
      'rate_limited',
      `${subject} may make ${perSecond} requests per second, with a burst of ${burst}. Wait ${seconds} s.`,
      {
        headers: {
          'retry-after': String(seconds),
          ratelimit: `"${name}";r=0;t=${seconds}`,
          'ratelimit-policy': policy,
        },
      },
    )
  }
  return {
    policy,
    take(id) {
      const bucket = getBucket(id)
      if (bucket.tokens < 1) throw refusal(bucket.tokens)
      bucket.tokens -= 1
      return bucket.tokens
    },
    assertLeft(id) {
      const { tokens } = getBucket(id)
      if (tokens < 1) throw refusal(tokens)
    },
    sharedBucket: (id) => ({ id: `${of}:${id}`, perSecond, burst }),
    refusal,
    formatHeader: (left) => `"${name}";r=${Math.floor(left)};t=${Math.ceil((burst - left) / perSecond)}`,
  }
}

interface Bucket {
  tokens: number
  at: number
}

const BUCKETS_MAX = 100_000

/**
 * A bucket that was not used for the time it takes to refill equals a new one. So buckets are kept in two generations, and the
 * older one is dropped when all its buckets are full. Nothing else is dropped, so filling the memory resets no limit; ids
 * beyond `bucketsMax` share one bucket.
 */
function createBuckets({
  perSecond,
  burst,
  bucketsMax = BUCKETS_MAX,
  now = () => performance.now(),
}: Pick<RateLimit, 'perSecond' | 'burst' | 'bucketsMax' | 'now'>): (id: string) => Bucket {
  const fullMs = (burst / perSecond) * 1000
  let old = new Map<string, Bucket>()
  let young = new Map<string, Bucket>()
  let youngSince = now()
  const shared: Bucket = { tokens: burst, at: youngSince }

  const find = (id: string, at: number): Bucket => {
    if (at - youngSince >= fullMs) [old, young, youngSince] = [young, new Map(), at]
    const known = young.get(id)
    if (known) return known
    const bucket = old.get(id) ?? (young.size < bucketsMax ? { tokens: burst, at } : shared)
    if (bucket !== shared) young.set(id, bucket)
    return bucket
  }
  return (id) => {
    const at = now()
    const bucket = find(id, at)
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    return bucket
  }
}
