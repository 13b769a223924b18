import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startQueue } from '../../src/queue/start.ts'
import { jobs } from '../../src/worker/worker.ts'
import { continueHosted, createProfile, startConnection, submitHosted } from '../support/account-scene.ts'
import { atEnd, type Client, createBrowser, until } from '../support/harness.ts'
import { png } from '../support/media-samples.ts'
import { bootWithMedia } from '../support/media-world.ts'

const PASSWORD = 'correct horse battery'
const by = { actor: 'operator@example.com', reason: 'Asked by mail' }
const world = await bootWithMedia({ isWorking: false })
const { ctx, db, url, operator } = world

/** Creates a workspace with an owner and a key, so that each test closes another one. */
async function openWorkspace() {
  const { workspaceId, live } = await world.neighbour()
  const owner = await world.session({ workspaceId })
  const { key } = (await live('POST', '/v1/api-keys', { name: 'Own' })).body
  const close = async () => {
    const closed = await operator('POST', `/v1/operator/workspaces/${workspaceId}/close`, by)
    assert.equal(closed.status, 200, closed.text)
  }
  const reopen = async () => {
    const opened = await operator('POST', `/v1/operator/workspaces/${workspaceId}/reopen`, by)
    assert.equal(opened.status, 200, opened.text)
  }
  return { workspaceId, live, owner, key: key as string, close, reopen }
}

async function invite(owner: Client, email: string): Promise<string> {
  const reply = await owner('POST', '/v1/invitations', { email, role: 'member' })
  assert.equal(reply.status, 201, reply.text)
  return String(reply.body.url).replace(/^.*#/, '')
}

test('an invitation of a closed workspace admits no one, by sign-up or by acceptance, until it is reopened', async () => {
  const { owner, close, reopen, workspaceId } = await openWorkspace()
  const [first, second] = ['first@example.com', 'second@example.com']
  const invitation = await invite(owner, first)
  const other = await invite(owner, second)
  const known = await world.session({ email: second, workspaceId: world.workspaceId })
  await close()
  const signUp = () =>
    world.client()('POST', '/v1/auth/sign-up', { email: first, name: 'First', password: PASSWORD, invitation })
  const accept = () => known('POST', '/v1/invitations:accept', { token: other })
  assert.deepEqual([(await signUp()).status, (await accept()).status], [404, 404])
  assert.equal((await world.client()('POST', '/v1/auth/links/read', { token: invitation })).status, 404)
  const members = await db`select from memberships where workspace_id = ${workspaceId}`
  assert.equal(members.length, 1)
  await reopen()
  const [joined, accepted] = [await signUp(), await accept()]
  assert.deepEqual([joined.status, accepted.status], [200, 200], joined.text + accepted.text)
  const client = createBrowser(url, { cookie: joined.headers.get('set-cookie'), workspaceId })
  assert.equal((await client('GET', '/v1/profiles')).status, 200)
})

function countMediaFiles(data: string): number {
  return existsSync(join(data, 'media')) ? world.files().length : 0
}

/** Starts an upload and leaves it unfinished. */
function beginUpload(path: string, method: string, headers: Record<string, string>) {
  const ended = Promise.withResolvers<{ status: number; code: unknown }>()
  const request = sendRequest(`${url}${path}`, { method, headers: { 'content-length': '100000', ...headers } })
  request.on('error', () => ended.resolve({ status: 0, code: 'cut' }))
  request.on('response', (response) => {
    let text = ''
    response.on('data', (chunk: Buffer) => (text += chunk.toString()))
    response.on('error', () => {})
    response.on('close', () => ended.resolve({ status: response.statusCode ?? 0, code: JSON.parse(text || '{}').code }))
  })
  request.write(Buffer.concat([png(16, 16), Buffer.alloc(50_000)]))
  return { ended: ended.promise }
}

test('uploads that started before the closing end with it, and leave nothing', async () => {
  const { workspaceId, key, live, close, reopen } = await openWorkspace()
  const created = await live('POST', '/v1/media/uploads', { bytes_size: 100_000 })
  assert.equal(created.status, 201, created.text)
  const { pathname, search } = new URL(created.body.url)
  const sent = beginUpload('/v1/media', 'POST', { authorization: `Bearer ${key}`, 'content-type': 'image/png' })
  const put = beginUpload(`${pathname}${search}`, 'PUT', {})
  await until('both to be stored', () => countMediaFiles(world.data) === 2)
  await close()
  const [one, two] = [await sent.ended, await put.ended]
  assert.equal(one.code, 'workspace_closed')
  assert.equal(two.code, 'not_found')
  const file = new Uint8Array(100_000)
  const again = await fetch(`${url}${pathname}${search}`, { method: 'PUT', body: file })
  assert.equal(again.status, 404, 'the address to put a file to has ended')

  const queue = await startQueue(ctx, { jobs, drainSeconds: 5 })
  atEnd(() => queue.stop())
  await queue.idle()
  const ready = await db`select from media_assets where workspace_id = ${workspaceId} and status = 'ready'`
  assert.equal(ready.length, 0)
  await reopen()
  const pending = (await live('GET', `/v1/media/${created.body.id}`)).body
  assert.deepEqual([pending.status, pending.validation.error.code], ['failed', 'workspace_closed'])
})

test('a closed workspace serves no media at its public URLs', async () => {
  const { key, close, reopen } = await openWorkspace()
  const reply = await fetch(`${url}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
    body: new Uint8Array(png(8, 8)),
  })
  const asset = (await reply.json()) as { public_url: string }
  assert.equal(reply.status, 201)
  const shown = async () => {
    const { status } = await fetch(world.reach(asset.public_url))
    return status
  }
  assert.equal(await shown(), 200)
  await close()
  assert.equal(await shown(), 404)
  await reopen()
  assert.equal(await shown(), 200)
})

test('a sign-in at a platform that started before the closing connects nothing', async () => {
  const { workspaceId, live, close } = await openWorkspace()
  const profile = await createProfile(live)
  const visit = async (address: string) => {
    const { pathname, search } = new URL(address)
    return fetch(`${url}${pathname}${search}`, { redirect: 'manual' })
  }
  const hosted = await startConnection(live, profile, { mode: 'hosted' })
  const agreed = await visit(`${await continueHosted(url, hosted.authorize_url)}&username=late`)
  const callback = agreed.headers.get('location') ?? ''
  const form = await startConnection(live, profile, { mode: 'hosted' })
  await close()
  assert.equal((await visit(callback)).status, 404)
  assert.equal((await visit(form.authorize_url)).status, 404)
  const entered = await submitHosted(url, form.authorize_url, { action: 'credentials', username: 'late' })
  assert.equal(entered.status, 404)
  const accounts = await db`select from accounts where workspace_id = ${workspaceId}`
  assert.equal(accounts.length, 0)
})
