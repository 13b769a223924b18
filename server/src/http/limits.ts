import { isIPv6 } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Config } from '../kit/config.ts'
import type { Principal } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { createRateLimiter } from './rate-limit.ts'

/** The rate limits of every request, applied before its body is read. */
export interface Limits {
  /** Counts one call of a key and its workspace; the response shows the bucket with less left. */
  takeKey(reply: FastifyReply, principal: Principal): void
  /** Counts one call without a key. */
  takeAddress(address: string): void
  /** Runs a step of a call whose sender is verified: every refusal counts as a call without a key, and with too many of them all are refused. */
  countUnverified<T>(address: string, step: () => T | Promise<T>): Promise<T>
  /**
   * Runs the check of a key or token. Every 401 counts against the address; with too many of them the address gets 429, and the
   * check may not look up unknown keys: the function it is given throws then.
   */
  countRefusals<T>(address: string, check: (assertMayLookUp: () => void) => T | Promise<T>): Promise<T>
}

export function createLimits(config: Config): Limits {
  const keys = createRateLimiter({
    name: 'default',
    subject: 'This key',
    perSecond: config.RATE_LIMIT_PER_SECOND,
    burst: config.RATE_LIMIT_BURST,
  })
  const workspaces = createRateLimiter({
    name: 'workspace',
    subject: 'All keys of this workspace together',
    perSecond: config.RATE_LIMIT_WORKSPACE_PER_SECOND,
    burst: config.RATE_LIMIT_WORKSPACE_BURST,
  })
  const ofAddress = { perSecond: config.RATE_LIMIT_ADDRESS_PER_SECOND, burst: config.RATE_LIMIT_ADDRESS_BURST }
  const addresses = createRateLimiter({ name: 'address', subject: 'Your address, without a key,', ...ofAddress })
  const refusals = createRateLimiter({
    name: 'address',
    subject: 'Your address, with keys that are wrong,',
    ...ofAddress,
  })

  return {
    takeKey(reply, { keyId, workspaceId }) {
      workspaces.assertLeft(workspaceId)
      const left = keys.take(keyId)
      const leftOfAll = workspaces.take(workspaceId)
      const [tightest, shown] = leftOfAll < left ? [workspaces, leftOfAll] : [keys, left]
      reply.header('ratelimit-policy', tightest.policy).header('ratelimit', tightest.headerOf(shown))
    },
    takeAddress: (address) => void addresses.take(networkOf(address)),
    async countUnverified(address, step) {
      addresses.assertLeft(networkOf(address))
      try {
        return await step()
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) addresses.take(networkOf(address))
        throw error
      }
    },
    async countRefusals(address, check) {
      try {
        return await check(() => refusals.assertLeft(networkOf(address)))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) refusals.take(networkOf(address))
        throw error
      }
    },
  }
}

/** An IPv6 customer has a /64 at least, so its addresses count as one. An IPv4 address in IPv6 form counts as IPv4. */
export function networkOf(address: string): string {
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
