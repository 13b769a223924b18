import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from '../../kit/postgres/db.ts'
import type { Head } from '../sql/claims.ts'
import { Heads } from './heads.ts'
import { DeliveriesInFlight } from './in-flight.ts'

const head = (endpoint_id: string): Head => ({
  workspace_id: 'ws_1',
  endpoint_id,
  next_attempt_at: new Date('2030-01-01T00:00:00Z'),
  event_id: 'A',
  due_in_ms: -5,
  is_active: true,
  failures: 10,
  paused_in_ms: -1,
})

test('heads read before a failure was recorded plan nothing for its endpoint', async () => {
  let read = Promise.withResolvers<Head[]>()
  const db = (() => read.promise) as unknown as Pool
  const inFlight = new DeliveriesInFlight({ perEndpoint: 8, young: 100, claimed: 100 })
  const heads = new Heads(db, () => null, inFlight, { pollMs: 1000, breaksAfter: 10 })
  const planned = heads.plan()
  heads.drop('failed')
  read.resolve([head('failed'), head('other')])
  const first = await planned
  assert.deepEqual(
    first.targets.map(({ endpointId }) => endpointId),
    ['other'],
  )
  assert.equal(first.isQuiet, false)

  read = Promise.withResolvers<Head[]>()
  read.resolve([head('failed')])
  heads.reset()
  assert.equal((await heads.plan()).targets.length, 1, 'the next read sees the failure')
})
