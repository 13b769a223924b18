import assert from 'node:assert/strict'
import { accountJobs, accountTimers } from '../../src/domains/social/accounts/jobs.ts'
import type { Pool } from '../../src/kit/postgres/db.ts'
import { startQueue } from '../../src/queue/start.ts'
import { atEnd, boot, type Client, type Reply } from './harness.ts'

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

export function assertCode(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text)
}

/** The kinds of events that were stored about an account, the oldest first. */
export async function eventsOf(db: Pool, accountId: string): Promise<{ type: string; data: { account: object } }[]> {
  const rows = await db<{ body: string }[]>`
    select body from webhook_events where body like ${`%${accountId}%`} order by id`
  return rows.map((row) => JSON.parse(row.body))
}

/** A service of its own, so that its clock can be walked. */
export async function ownWorld(env: Record<string, string> = {}) {
  const own = await boot({ env })
  await subscribe(own.live)
  const queue = await startQueue(own.ctx, { jobs: accountJobs, timers: accountTimers })
  atEnd(() => queue.stop())
  return {
    ...own,
    profile: await createProfile(own.live),
    visit: async (url: string) => {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${own.url}${pathname}${search}`, { redirect: 'manual' })
      return { location: response.headers.get('location') ?? undefined }
    },
    /** A tick of every timer of the domain, and all that it starts. */
    runTimers: async () => {
      own.ctx.clock.advance(300_000)
      await queue.idle()
    },
  }
}
