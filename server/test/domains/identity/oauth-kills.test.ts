import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashClient } from '../../../src/domains/identity/oauth/clients.ts'
import { systemClock } from '../../../src/kit/clock.ts'
import { newMasterKey } from '../../../src/kit/secrets.ts'
import { startVictim, type Victim } from '../../support/faults/victim.ts'
import { boot, freshDatabase } from '../../support/harness.ts'
import { createOauthClient } from '../../support/oauth-client.ts'
import { freePort } from '../../support/processes.ts'

const ROUNDS = process.env['LONG'] ? 60 : 8
/** An exchange takes a few milliseconds. */
const KILLED_WITHIN_MS = 12

const address = await freshDatabase()
const env = { QUOIN_MASTER_KEY: newMasterKey(), LOG_LEVEL: 'silent' }
const world = await boot({ address, clock: systemClock, env })
const { db } = world
// The service has the same URL after each restart, as apps expect.
const PORT = String(await freePort())
const url = `http://127.0.0.1:${PORT}`
const app = createOauthClient(url)
const user = await world.session({ url })
let service: Victim | undefined

/** Kills the service, if it still runs, and starts it again. */
async function restart(failpoint?: string): Promise<Victim> {
  await service?.kill()
  const point = failpoint !== undefined && { QUOIN_FAILPOINT: failpoint }
  service = await startVictim(address, { ...env, PORT, ...point })
  return service
}

type Code = Awaited<ReturnType<typeof app.getCode>>

/** Exchanges a code. Returns undefined when the service ended before it sent its response. */
const exchange = ({ code, clientId, verifier }: Code) => app.exchange(code, clientId, verifier).catch(() => undefined)

async function ping(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const accept = 'application/json, text/event-stream'
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...headers, accept }, body })
  await response.body?.cancel()
  return response.status
}

/** Counts the grants of an app that still have a token to call or to continue with. */
async function countGrants({ clientId }: Code): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from api_keys k
    where app->>'client' = ${hashClient(clientId)} and revoked_at is null and exists (
      select from oauth_tokens t
      where t.workspace_id = k.workspace_id and t.key_id = k.id and t.kind <> 'code' and t.used_at is null)`
  return row.count
}

test('a code that was issued before a kill gives tokens after the restart, once', async () => {
  await restart()
  const code = await app.getCode(user)
  await restart()
  const reply = await exchange(code)
  assert.equal(reply?.status, 200)
  assert.deepEqual([await ping(reply.body.access_token), await countGrants(code)], [200, 1])
  const again = await exchange(code)
  assert.deepEqual([again?.status, again?.body.error, await countGrants(code)], [400, 'invalid_grant', 0])
  assert.equal(await ping(reply.body.access_token), 401)
})

test('killed between the commit of an exchange and its response: repeating it ends the grant, and a new sign-in works', async () => {
  const { died } = await restart('oauth_decided')
  const code = await app.getCode(user)
  assert.equal(await exchange(code), undefined)
  assert.deepEqual([await died, await countGrants(code)], ['SIGKILL', 1])
  await restart()
  const again = await exchange(code)
  assert.deepEqual([again?.status, again?.body.error, await countGrants(code)], [400, 'invalid_grant', 0])
  const next = await app.getCode(user)
  const reply = await exchange(next)
  assert.deepEqual([reply?.status, await ping(reply?.body.access_token ?? ''), await countGrants(next)], [200, 200, 1])
})

test('killed between the commit of a refresh and its response: repeating it continues the grant', async () => {
  await restart()
  const code = await app.getCode(user)
  const reply = await exchange(code)
  const refresh = () => app.refresh(reply?.body.refresh_token ?? '', code.clientId)
  const { died } = await restart('oauth_decided')
  await assert.rejects(refresh())
  assert.equal(await died, 'SIGKILL')
  await restart()
  const again = await refresh()
  assert.deepEqual([again.status, await ping(again.body.access_token), await countGrants(code)], [200, 200, 1])
})

test('killed at any moment of an exchange: repeating it gives tokens or ends the grant, and no code has two grants', async (t) => {
  const seen = new Map<string, number>()
  await restart()
  for (let n = 0; n < ROUNDS; n++) {
    const code = await app.getCode(user)
    const sent = exchange(code)
    await sleep(randomInt(KILLED_WITHIN_MS))
    await restart()
    const first = await sent
    const second = first ?? (await exchange(code))
    assert.ok(second)
    const outcome = second.status === 200 ? 'tokens' : second.body.error
    assert.ok(outcome === 'tokens' || outcome === 'invalid_grant', JSON.stringify(second.body))
    assert.equal(await countGrants(code), outcome === 'tokens' ? 1 : 0)
    if (outcome === 'tokens') assert.equal(await ping(second.body.access_token), 200)
    const moment = `${first ? 'the response arrived' : 'no response'}, then ${outcome}`
    seen.set(moment, (seen.get(moment) ?? 0) + 1)
  }
  for (const [moment, count] of seen) t.diagnostic(`${count} × ${moment}`)
})
