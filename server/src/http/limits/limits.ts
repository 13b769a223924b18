import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../kit/config/config.ts'
import type { Principal } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { NOTHING_SHARED, type SharedLimits, type TakeResult } from '../../kit/shared-limits.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

/**
 * The rate limits of every request, applied before its body is read. They apply over all nodes where these share them;
 * otherwise each process counts on its own, and nothing has to be awaited.
 */
export interface Limits {
  /** Counts one call of a key and its workspace. The response shows the bucket with less left. */
  takeKey(reply: FastifyReply, principal: Principal): Promise<void> | undefined
  /** Counts one call without a key. */
  takeAddress(caller: FastifyRequest): Promise<void> | undefined
  /**
   * Runs a step of a call whose sender is verified: every refusal counts as a call without a key, and after too many all calls
   * are refused.
   */
  countUnverified<T>(caller: FastifyRequest, step: () => T | Promise<T>): Promise<T>
  /**
   * Runs the check of a key or token. Every 401 counts against the address. After too many the address gets 429, and the check
   * may not look up unknown keys: its `assertMayLookUp` throws then. A synchronous check has a synchronous result.
   */
  countRefusals<T>(caller: FastifyRequest, check: (assertMayLookUp: AssertLeft) => T | Promise<T>): T | Promise<T>
}

type AssertLeft = () => Promise<void> | undefined

export interface LimitsOptions {
  /** Returns the id that limits a caller without a key: its network, unless something better is known. */
  readonly limitedBy?: (caller: FastifyRequest) => string
  readonly shared?: SharedLimits
  readonly onRefused?: (limit: string) => void
}

export function createLimits(
  config: Config,
  { limitedBy = ({ ip }) => toNetwork(ip), shared = NOTHING_SHARED, onRefused = () => {} }: LimitsOptions = {},
): Limits {
  const keys = createRateLimiter({
    of: 'key',
    name: 'default',
    subject: 'This key',
    perSecond: config.RATE_LIMIT_PER_SECOND,
    burst: config.RATE_LIMIT_BURST,
    onRefused: () => onRefused('key'),
  })
  const workspaces = createRateLimiter({
    of: 'workspace',
    name: 'workspace',
    subject: 'All keys of this workspace together',
    perSecond: config.RATE_LIMIT_WORKSPACE_PER_SECOND,
    burst: config.RATE_LIMIT_WORKSPACE_BURST,
    onRefused: () => onRefused('workspace'),
  })
  const ofAddress = {
    perSecond: config.RATE_LIMIT_ADDRESS_PER_SECOND,
    burst: config.RATE_LIMIT_ADDRESS_BURST,
    onRefused: () => onRefused('address'),
  }
  const addresses = createRateLimiter({
    of: 'address',
    name: 'address',
    subject: 'Your IP address, without a key,',
    ...ofAddress,
  })
  const refusals = createRateLimiter({
    of: 'wrong_keys',
    name: 'address',
    subject: 'Your IP address, with invalid keys,',
    ...ofAddress,
  })

  function takeKeyHere(reply: FastifyReply, { keyId, workspaceId }: Principal): undefined {
    workspaces.assertLeft(workspaceId)
    const left = keys.take(keyId)
    showLeft(reply, left, workspaces.take(workspaceId))
  }

  function showTaken(reply: FastifyReply, { refusedBy, tokens: [leftOfAll = 0, left = 0] }: TakeResult): void {
    if (refusedBy === 0) throw workspaces.refusal(leftOfAll)
    if (refusedBy === 1) throw keys.refusal(left)
    showLeft(reply, left, leftOfAll)
  }

  function showLeft(reply: FastifyReply, left: number, leftOfAll: number): void {
    const [tightest, shown] = leftOfAll < left ? [workspaces, leftOfAll] : [keys, left]
    reply.header('ratelimit-policy', tightest.policy).header('ratelimit', tightest.formatHeader(shown))
  }

  async function countRefusal(caller: FastifyRequest, error: unknown): Promise<never> {
    if (error instanceof ApiError && error.status === 401) await takeOne(shared, refusals, limitedBy(caller))
    throw error
  }

  return {
    takeKey(reply, principal) {
      const { keyId, workspaceId } = principal
      const taking = shared.take([workspaces.sharedBucket(workspaceId), keys.sharedBucket(keyId)])
      if (!taking) return takeKeyHere(reply, principal)
      return taking.then((taken) => (taken ? showTaken(reply, taken) : takeKeyHere(reply, principal)))
    },
    takeAddress: (caller) => takeOne(shared, addresses, limitedBy(caller)),
    async countUnverified(caller, step) {
      await assertLeft(shared, addresses, limitedBy(caller))
      try {
        return await step()
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) await takeOne(shared, addresses, limitedBy(caller))
        throw error
      }
    },
    countRefusals(caller, check) {
      try {
        const checked = check(() => assertLeft(shared, refusals, limitedBy(caller)))
        return checked instanceof Promise ? checked.catch((error: unknown) => countRefusal(caller, error)) : checked
      } catch (error) {
        return countRefusal(caller, error)
      }
    },
  }
}

function takeOne(shared: SharedLimits, limiter: RateLimiter, id: string): Promise<void> | undefined {
  const takeHere = (): undefined => {
    limiter.take(id)
  }
  const taking = shared.take([limiter.sharedBucket(id)])
  return taking ? taking.then((taken) => (taken ? assertTaken(limiter, taken) : takeHere())) : takeHere()
}

function assertLeft(shared: SharedLimits, limiter: RateLimiter, id: string): Promise<void> | undefined {
  const lookHere = (): undefined => {
    limiter.assertLeft(id)
  }
  const looking = shared.peek(limiter.sharedBucket(id))
  return looking ? looking.then((seen) => (seen ? assertTaken(limiter, seen) : lookHere())) : lookHere()
}

function assertTaken(limiter: RateLimiter, { refusedBy, tokens }: TakeResult): void {
  if (refusedBy === 0) throw limiter.refusal(tokens[0] ?? 0)
}

/**
 * Maps an address to its network. An IPv6 customer has at least a /64, so its addresses count as one. An IPv4 address in IPv6
 * form counts as IPv4.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
