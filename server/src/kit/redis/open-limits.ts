import { randomUUID } from 'node:crypto'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { SharedLimits, SlotAnswer, SlotRequest } from '../shared-limits.ts'
import { createBucketCalls } from './bucket-calls.ts'
import { connectRedis, type RedisOptions } from './connection.ts'
import { ACQUIRE, RENEW } from './scripts.ts'

/** Others may use the same database of Redis. */
const PREFIX = 'quoin:'
const LEASE_MS = 30_000

/** Limits that all nodes share through Redis or Valkey. */
export async function openRedisLimits({
  registry,
  ...options
}: RedisOptions & { readonly registry: Registry }): Promise<SharedLimits> {
  const redis = await connectRedis(options)
  const fallbacks = addMetrics(registry, () => redis.isUp)
  const calls = createBucketCalls(redis, PREFIX, () => fallbacks.inc())
  const leases = new Map<string, string>()

  /** Slots of which a lease ended while this process stood still may have been acquired by another: they only bound a load. */
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
    help: 'Whether limits are shared by all processes through Redis (1), or each process counts for itself (0).',
    collect() {
      this.set(Number(isUp()))
    },
    registers: [],
  })
  registry.registerMetric(up)
  return new Counter({
    name: 'quoin_shared_limits_fallbacks_total',
    help: 'Decisions about limits that a process made by itself, because Redis was away or did not answer in time.',
    registers: [registry],
  })
}
