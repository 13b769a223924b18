import assert from 'node:assert/strict'
import { accountJobs, accountTimers } from '../../src/domains/social/accounts/jobs.ts'
import type { Pool } from '../../src/kit/postgres/db.ts'
import { startQueue } from '../../src/queue/start.ts'
import { atEnd, boot, type Client, type Reply } from './harness.ts'

export async function createProfile(client: Client, name = 'Example brand'): Promise<string> {
  return (await client('POST', '/v1/profiles', { name })).body.id
}

export interface SandboxSignIn {
  readonly profileId: string
  readonly username?: string
  readonly credentials?: Record<string, unknown>
  /** Index of the selectable page, from 0. */
  readonly page?: number
}

export async function startConnection(client: Client, profileId: string, more: Record<string, unknown> = {}) {
  const body = { profile_id: profileId, platform: 'sandbox', mode: 'headless', ...more }
  const reply = await client('POST', '/v1/connections', body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** Presses the button of a hosted connection's page. Returns where the browser is redirected: the platform's sign-in page. */
export async function continueHosted(server: string, authorizeUrl: string, entered: Record<string, string> = {}) {
  const reply = await submitHosted(server, authorizeUrl, { action: 'sign_in', ...entered })
  assert.equal(reply.status, 303, await reply.text())
  return reply.headers.get('location') ?? ''
}

/** Sends a form of the page, always to the server under test. */
export function submitHosted(server: string, authorizeUrl: string, form: Record<string, string>): Promise<Response> {
  const url = `${server}${new URL(authorizeUrl).pathname}`
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

/** Signs in with credentials; the connection then waits for a selection. */
export async function signIn(client: Client, connectionId: string, credentials: Record<string, unknown>) {
  const reply = await client('POST', `/v1/connections/${connectionId}/complete`, { credentials })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

export async function connectSandbox(client: Client, options: SandboxSignIn) {
  const { profileId, username = 'example', credentials = {}, page = 0 } = options
  const { id } = await startConnection(client, profileId)
  await signIn(client, id, { username, ...credentials })
  const entities = (await client('GET', `/v1/connections/${id}/entities`)).body.data
  const chosen = entities.filter((entity: { selectable: boolean }) => entity.selectable)[page]
  const reply = await client('POST', `/v1/connections/${id}/select`, { external_id: chosen.external_id })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

export async function scriptFault(
  client: Client,
  operation: string,
  fault: string,
  more: Record<string, unknown> = {},
) {
  const reply = await client('POST', '/v1/sandbox/faults', { operation, fault, ...more })
  assert.equal(reply.status, 201, reply.text)
}

/** Events are stored only when an endpoint subscribes to them. */
export async function subscribe(client: Client): Promise<void> {
  assert.equal((await client('POST', '/v1/webhooks', { url: 'https://example.com/hooks' })).status, 201)
}

export function assertCode(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text)
}

/** Lists the stored events that mention an account, oldest first. */
export async function listAccountEvents(
  db: Pool,
  accountId: string,
): Promise<{ type: string; data: { account: object } }[]> {
  const rows = await db<{ body: string }[]>`
    select body from webhook_events where body like ${`%${accountId}%`} order by id`
  return rows.map((row) => JSON.parse(row.body))
}

/** Boots a service with the accounts worker. Its clock moves only when the test moves it. */
export async function bootAccounts(env: Record<string, string> = {}) {
  const own = await boot({ env })
  await subscribe(own.live)
  const queue = await startQueue(own.ctx, { jobs: accountJobs, timers: accountTimers })
  atEnd(() => queue.stop())
  return {
    ...own,
    queue,
    profile: await createProfile(own.live),
    visit: async (url: string) => {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${own.url}${pathname}${search}`, { redirect: 'manual' })
      return { location: response.headers.get('location') ?? undefined }
    },
    /** Runs every timer of the slice once, and all jobs that they start. */
    runTimers: async () => {
      own.ctx.clock.advance(300_000)
      await queue.idle()
    },
  }
}
