import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { continueHosted, createProfile, startConnection } from '../support/account-scene.ts'
import { createClient } from '../support/harness.ts'
import { firstRun, run, scratch, start } from '../support/processes.ts'

test('a server that picked its port returns URLs that lead to it', async () => {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir, { PORT: '0' })
  await server.says(/Try it/)
  const live = createClient(server.url, firstRun(dataDir).live_key)
  assert.equal(firstRun(dataDir).base_url, server.url)
  assert.doesNotMatch(server.url, /:0$/)

  const { body: problem } = await live('GET', '/v1/profiles/prof_missing')
  assert.equal(problem.type, `${server.url}/docs#not_found`)
  const { body: description } = await live('GET', '/openapi.json')
  assert.equal(description.servers[0].url, server.url)

  // A command in another shell has other settings.
  const command = run('users', { QUOIN_DATA: dataDir, PORT: '8080' }, { args: ['set-up-link'] })
  assert.equal((await command.ended).code, 0, command.output())
  assert.ok(command.output().includes(`:${new URL(server.url).port}/setup#`), command.output())

  // A sign-in in a browser: each URL is followed as it was returned.
  const connection = await startConnection(live, await createProfile(live), { mode: 'hosted' })
  const signIn = await continueHosted(server.url, connection.authorize_url)
  const agreed = await fetch(`${signIn}&username=alice`, { redirect: 'manual' })
  const callback = agreed.headers.get('location') ?? ''
  assert.ok(callback.startsWith(`${server.url}/v1/oauth/sandbox/callback?`), callback)
  assert.equal((await fetch(callback)).status, 200)
  assert.equal((await live('GET', `/v1/connections/${connection.id}`)).body.status, 'awaiting_selection')
})
