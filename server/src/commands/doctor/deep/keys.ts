import { setTimeout as sleep } from 'node:timers/promises'
import { newSecret } from '../../../domains/identity/keys/secret.ts'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok } from './check.ts'

/** Time in which every process must refuse a revoked key. */
const REVOKED_MS = 1000
/** Calls after that time, so that each of several processes behind the proxy is asked. */
const REVOKED_CALLS = 12

const ADVICE = 'Report this to the maintainers, with the version of the server: do not use it before it is fixed.'

export const keyChecks: CheckGroup = {
  heading: 'Keys',
  checks: [
    { name: 'unknown key', run: checkUnknownKey },
    { name: 'read key', run: checkReadKey },
    { name: 'profile key', run: checkProfileKey },
    { name: 'revoked key', run: checkRevokedKey },
  ],
}

async function checkUnknownKey({ http }: Deployment): Promise<CheckResult> {
  const { status } = await http.send('/v1/profiles', { key: newSecret('live').key })
  const { status: without } = await http.send('/v1/profiles')
  if (status === 401 && without === 401) return ok('an unknown key and no key get 401')
  return failed(
    `an unknown key got ${status}, and a call without a key ${without}, instead of 401`,
    'Check that the proxy neither adds nor caches an Authorization header.',
  )
}

async function checkReadKey(deployment: Deployment): Promise<CheckResult> {
  const { http } = deployment
  const { key } = await createKey(deployment, { permission: 'read' })
  const { status: read } = await http.send('/v1/profiles', { key })
  const { status: write } = await http.send('/v1/profiles', { method: 'POST', key, body: { name: 'Refused' } })
  if (read === 200 && write === 403) return ok('a key with read permission reads, and gets 403 when it writes')
  return failed(`a key with read permission got ${read} when it read and ${write} when it wrote`, ADVICE)
}

async function checkProfileKey(deployment: Deployment): Promise<CheckResult> {
  const { http } = deployment
  const own = await createProfile(deployment, 'Own profile')
  const other = await createProfile(deployment, 'Other profile')
  const { key } = await createKey(deployment, { scope: 'profiles', profile_ids: [own] })
  const { status: mine } = await http.send(`/v1/profiles/${own}`, { key })
  const { status: theirs } = await http.send(`/v1/profiles/${other}`, { key })
  if (mine === 200 && (theirs === 403 || theirs === 404))
    return ok(`a key for one profile reads it, and gets ${theirs} for another one`)
  return failed(`a key for one profile got ${mine} for it and ${theirs} for another one`, ADVICE)
}

async function checkRevokedKey(deployment: Deployment): Promise<CheckResult> {
  const { http, workspace, signal } = deployment
  const { key, id } = await createKey(deployment, {})
  // Several, so that each of several processes has the key in its cache.
  const before = await Promise.all(Array.from({ length: REVOKED_CALLS }, () => http.send('/v1/profiles', { key })))
  if (before.some(({ status }) => status !== 200)) return failed('a new key was refused', ADVICE)
  const startedAt = performance.now()
  await http.send(`/v1/api-keys/${id}`, { method: 'DELETE', key: workspace.liveKey })
  for (;;) {
    const { status } = await http.send('/v1/profiles', { key })
    if (status === 401 || performance.now() - startedAt > REVOKED_MS) break
    await sleep(50, undefined, { signal })
  }
  const ms = Math.round(performance.now() - startedAt)
  const after = await Promise.all(Array.from({ length: REVOKED_CALLS }, () => http.send('/v1/profiles', { key })))
  const accepted = after.filter(({ status }) => status !== 401).length
  if (accepted === 0) return ok(`a revoked key was refused after ${ms} ms`)
  return failed(
    `${accepted} of ${REVOKED_CALLS} calls with a revoked key were accepted after ${ms} ms`,
    'Check that the proxy does not cache responses, and that all processes use the same database: with a pooler, set DATABASE_SESSION_URL.',
  )
}

export async function createKey(
  { http, workspace }: Deployment,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string; key: string }> {
  const call = { method: 'POST', key: workspace.liveKey, body: { name: 'doctor', ...body } }
  const reply = await http.send<{ id: string; key: string }>('/v1/api-keys', call)
  if (reply.status !== 201) throw new Error(`POST /v1/api-keys returned ${reply.status}: ${reply.text.slice(0, 200)}`)
  return reply.body
}

async function createProfile({ http, workspace }: Deployment, name: string): Promise<string> {
  const call = { method: 'POST', key: workspace.liveKey, body: { name } }
  const reply = await http.send<{ id: string }>('/v1/profiles', call)
  if (reply.status !== 201) throw new Error(`POST /v1/profiles returned ${reply.status}: ${reply.text.slice(0, 200)}`)
  return reply.body.id
}
