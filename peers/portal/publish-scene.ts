import assert from 'node:assert/strict'
import { connectSandbox, createProfile } from '../../server/test/support/account-scene.ts'
import type { Client } from '../../server/test/support/harness.ts'

export async function publish(client: Client, body: Record<string, unknown>): Promise<{ id: string }> {
  const reply = await client('POST', '/v1/posts', body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** Creates a profile with two sandbox accounts. */
export async function twoAccounts(client: Client) {
  const profileId = await createProfile(client, 'Example harbour')
  const first = await connectSandbox(client, { profileId, username: 'harbour' })
  const second = await connectSandbox(client, { profileId, username: 'news' })
  return { profileId, first, second }
}
