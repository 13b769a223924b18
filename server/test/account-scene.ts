import assert from 'node:assert/strict'
import type { Client } from './harness.ts'

/** Shortest ways to an account on the sandbox, through the front door. */
export async function createProfile(client: Client, name = 'Example brand'): Promise<string> {
  return (await client('POST', '/v1/profiles', { name })).body.id
}

export interface SandboxSignIn {
  readonly profileId: string
  readonly username?: string
  readonly credentials?: Record<string, unknown>
  /** Which of the pages that can be selected. */
  readonly page?: number
}

export async function beginConnection(client: Client, profileId: string, more: Record<string, unknown> = {}) {
  const body = { profile_id: profileId, platform: 'sandbox', mode: 'headless', ...more }
  const reply = await client('POST', '/v1/connections', body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** Signs in with credentials and answers what can be selected. */
export async function signIn(client: Client, connectionId: string, credentials: Record<string, unknown>) {
  const reply = await client('POST', `/v1/connections/${connectionId}/complete`, { credentials })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

export async function connectSandbox(client: Client, options: SandboxSignIn) {
  const { profileId, username = 'example', credentials = {}, page = 0 } = options
  const { id } = await beginConnection(client, profileId)
  await signIn(client, id, { username, ...credentials })
  const entities = (await client('GET', `/v1/connections/${id}/entities`)).body.data
  const chosen = entities.filter((entity: { selectable: boolean }) => entity.selectable)[page]
  const reply = await client('POST', `/v1/connections/${id}/select`, { external_id: chosen.external_id })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

export async function script(client: Client, operation: string, fault: string, more: Record<string, unknown> = {}) {
  const reply = await client('POST', '/v1/sandbox/faults', { operation, fault, ...more })
  assert.equal(reply.status, 201, reply.text)
}

/** Events that nobody wants are not kept. */
export async function subscribe(client: Client): Promise<void> {
  assert.equal((await client('POST', '/v1/webhooks', { url: 'https://example.com/hooks' })).status, 201)
}
