import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeliveriesInFlight, type InFlightDelivery } from './in-flight.ts'

let ids = 0
const delivery = (workspaceId: string, endpointId: string) =>
  ({ id: `${ids++}`, workspaceId, endpointId, claimedAt: performance.now() - 2000 }) as InFlightDelivery

test('a workspace whose endpoints hang leaves room for the deliveries of another one', () => {
  const inFlight = new DeliveriesInFlight({ perEndpoint: 8, young: 1000, claimed: 100 })
  const hanging: InFlightDelivery[] = []
  for (let n = 0; n < 100; n++) {
    const endpoint = { workspaceId: 'ws_1', endpointId: `end_${n}` }
    for (let room = inFlight.roomAt(endpoint, true); room > 0; room--) {
      const one = delivery('ws_1', `end_${n}`)
      hanging.push(one)
      inFlight.start(one)
    }
  }
  assert.equal(hanging.length, 100)
  assert.equal(inFlight.roomAt({ workspaceId: 'ws_1', endpointId: 'end_0' }, true), 0)
  assert.equal(inFlight.roomAt({ workspaceId: 'ws_2', endpointId: 'other' }, true), 16)

  inFlight.takeWaiting()
  for (const one of inFlight.all()) {
    inFlight.freeSlot(one)
    inFlight.finish(one)
  }
  assert.deepEqual([inFlight.size, inFlight.room()], [0, 200])
})
