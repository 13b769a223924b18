import { randomUUID } from 'node:crypto'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { SharedLimits, SlotAnswer, SlotRequest } from '../shared-limits.ts'
import { createBucketCalls } from './bucket-calls.ts'
import { connectRedis, type RedisOptions } from './connection.ts'
import { ACQUIRE, RENEW } from './scripts.ts'

/** Other programs may use the same Redis database. */
const PREFIX = 'quoin:'
const LEASE_MS = 30_000

/** Opens limits that all nodes share through Redis or Valkey. */
export async function openRedisLimits({
  registry,
  ...options
}: RedisOptions & { readonly registry: Registry }): Promise<SharedLimits> {
  const redis = await connectRedis(options)
  const fallbacks = addMetrics(registry, () => redis.isUp)
  const calls = createBucketCalls(redis, PREFIX, () => fallbacks.inc())
  const leases = new Map<string, string>()

  /**
   * Renews leases. A slot whose lease ended while this process was frozen may belong to another process by now; slots only
   * limit load, so this does no harm.
   */
  function renew(): void {
    if (leases.size === 0) return
    void redis.run(RENEW, [...leases.values()], [String(LEASE_MS), ...leases.keys()])
  }
  const renewal = setInterval(renew, LEASE_MS / 3).unref()

  async function acquire({ id, max, gapMs = 0 }: SlotRequest): Promise<SlotAnswer | undefined> {
    const [key, lease] = [`${PREFIX}slots:${id}`, randomUUID()]
    const wait = await redis.run(ACQUIRE, [key, gapKey(id)], [lease, max, LEASE_MS, gapMs].map(String))
    if (typeof wait !== 'number') {
      fallbacks.inc()
      return undefined
    }
    if (wait !== 0) return { isAcquired: false, waitMs: wait < 0 ? undefined : wait }
    leases.set(lease, key)
    return {
      isAcquired: true,
      release() {
        if (leases.delete(lease)) redis.send('ZREM', key, lease)
      },
    }
  }

  return {
    ...calls,
    acquire: (slot) => (redis.isUp ? acquire(slot) : undefined),
    pauseSlots: (id, ms) => redis.send('SET', gapKey(id), '1', 'PX', String(Math.ceil(ms))),
    async close() {
      clearInterval(renewal)
      await redis.close()
    },
  }
}

function gapKey(id: string): string {
  return `${PREFIX}gap:${id}`
}

function addMetrics(registry: Registry, isUp: () => boolean): Counter {
  const up = new Gauge({
    name: 'quoin_shared_limits_up',
    help: '1 if all processes share limits through Redis, 0 if each process counts on its own.',
    collect() {
      this.set(Number(isUp()))
    },
    registers: [],
  })
  registry.registerMetric(up)
  return new Counter({
    name: 'quoin_shared_limits_fallbacks_total',
    help: 'Limit decisions that a process made on its own, because Redis was unavailable or did not respond in time.',
    registers: [registry],
  })
}
