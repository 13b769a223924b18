import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { dataJobHandlers } from '../../src/domains/data/data-jobs/jobs.ts'
import type { Context } from '../../src/kit/context.ts'
import type { Db } from '../../src/kit/postgres/db.ts'
import { startQueue } from '../../src/queue/start.ts'
import { checkerAt } from './email-checker-source.ts'
import { atEnd, type Client, type Reply, until } from './harness.ts'

export interface EmailChecker {
  readonly url: string
  /** Every address that was asked about, in order; with `again` when it came with a ticket. */
  readonly asked: string[]
  readonly source: ReturnType<typeof checkerAt>
  /** Sends no responses until the returned function is called. */
  pause(): () => void
  /** From now on, addresses with this prefix are valid. */
  heal(prefix: string): void
}

/**
 * Starts a verifier on loopback. The address decides the result: miss@ is not found, down@ fails, slow@ is pending, unknown@
 * has the status `unknown`, which is free, refused@ is rejected, and all others are valid.
 */
export async function startChecker(): Promise<EmailChecker> {
  const asked: string[] = []
  const healed = new Set<string>()
  let paused = Promise.resolve()
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://checker')
    const email = searchParams.get('email') ?? ''
    const ticket = searchParams.get('ticket')
    asked.push(ticket ? `${email} again` : email)
    const [kind = ''] = /^[a-z]+/.exec(email) ?? []
    const bad = healed.has(kind) ? '' : kind
    const status = { miss: 404, down: 500, refused: 400, slow: ticket ? 200 : 202 }[bad] ?? 200
    void paused.then(() =>
      response.writeHead(status).end(JSON.stringify({ status: bad === 'unknown' ? bad : 'valid' })),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    source: checkerAt(url),
    heal: (prefix) => void healed.add(prefix),
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      paused = promise
      return resolve
    },
  }
}

/** Starts the worker's part of data jobs, on the test's clock. */
export async function startJobs(ctx: Context) {
  const queue = await startQueue(ctx, { jobs: dataJobHandlers, pollMs: 50 })
  atEnd(() => queue.stop())
  return queue
}

export async function grant(ctx: Context, workspaceId: string, amount: number): Promise<void> {
  await grantCredits(ctx, ctx.db, workspaceId, {
    kind: 'manual',
    source: ctx.ids.ulid(),
    amount,
    expiresAt: null,
  })
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into jobs of every shape
export type AnyJob = any

export async function submit(client: Client, body: object, headers?: Record<string, string>): Promise<AnyJob> {
  const reply = await client('POST', '/v1/bulk/jobs', body, headers)
  assert.equal(reply.status, 202, reply.text)
  assert.equal(reply.headers.get('x-credits-charged'), '0')
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  return reply.body
}

/** Fetches the receipt of the call that submitted a job. */
export async function fetchJobReceipt(client: Client, db: Db, { id }: { id: string }): Promise<AnyJob> {
  const [row] = await db<{ request_id: string }[]>`select request_id from data_jobs where id = ${id}`
  return (await client('GET', `/v1/requests/${row?.request_id}`)).body
}

export async function fetchJob(client: Client, { id }: { id: string }): Promise<AnyJob> {
  const reply = await client('GET', id.startsWith('job_') ? `/v1/data/jobs/${id}` : `/v1/bulk/jobs/${id}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

export async function ended(client: Client, job: { id: string }): Promise<AnyJob> {
  return until(`the end of ${job.id}`, async () => {
    const now = await fetchJob(client, job)
    return now.finished_at !== null && now
  })
}

export async function fetchJobResults(client: Client, { id }: { id: string }, query = '?limit=100'): Promise<AnyJob[]> {
  const reply = await client('GET', `/v1/bulk/jobs/${id}/results${query}`)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers.get('x-credits-charged'), null)
  return reply.body.data
}

export async function fetchResultFile(client: Client, { id }: { id: string }, format: string): Promise<Reply> {
  const reply = await client('GET', `/v1/bulk/jobs/${id}/results?format=${format}`)
  assert.equal(reply.status, 200, reply.text)
  return reply
}

export async function books(client: Client) {
  const { available, held, spent } = (await client('GET', '/v1/credits')).body
  return { available, held, spent }
}
