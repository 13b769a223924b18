import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import type { Role } from '../../src/kit/context.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import type { ErrorCode } from '../../src/kit/declare/errors.ts'
import { createProfile } from '../support/account-scene.ts'
import { goodRequest, send } from '../support/declared-requests.ts'
import type { Reply } from '../support/harness.ts'
import { type Caller, makeCallers } from '../support/matrix-callers.ts'
import { bootMatrix, hasFixture, readFixtures, withFixtures } from '../support/matrix-fixtures.ts'

const { fixtures, ...world } = await bootMatrix()
const otherProfile = await createProfile(world.live, 'Without fixtures')
const victim = await world.session({ role: 'member' })
fixtures.set('usr', (await victim('GET', '/v1/session')).body.user.id)
/** Operators close and reopen the workspace of the examples, so it has its own. */
const spare = (await world.neighbour()).workspaceId
const callers = await makeCallers({ world, otherProfile })
const before = await readFixtures(world.live, fixtures)

/** Error codes for callers without access. */
const ACCESS_CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'invalid_session',
  'invalid_operator_token',
  'totp_required',
  'not_a_member',
  'role_required',
  'sudo_required',
  'read_only_key',
  'out_of_scope',
  'cross_site_request',
  'workspace_closed',
])
const ROLES: readonly Role[] = ['viewer', 'member', 'owner']

/** Returns the error code that the declaration prescribes for this caller, or undefined when the caller is admitted. */
function refusalFor(endpoint: AnyEndpoint, caller: Caller): ErrorCode | undefined {
  switch (endpoint.access) {
    case 'public':
      return undefined
    case 'operator':
      return expectedRefusal(caller)
    case 'user':
      if (caller.is !== 'session' || caller.isDead) return 'invalid_session'
      if (endpoint.role !== undefined) return refusalInWorkspace(endpoint, caller)
      return endpoint.needsSudo && caller.lacksSudo === 'everywhere' ? 'sudo_required' : undefined
    case 'read':
    case 'write':
      if (caller.is === 'session') return caller.isDead ? 'invalid_session' : refusalInWorkspace(endpoint, caller)
      if (caller.isDead || caller.is === 'nothing' || caller.is === 'operator_token') return 'invalid_api_key'
      return caller.is === 'link' ? expectedLinkRefusal(endpoint, caller) : refusalInWorkspace(endpoint, caller)
  }
}

function expectedRefusal({ is, isDead, isOperator, lacksSudo }: Caller): ErrorCode | undefined {
  if (is === 'operator_token') return undefined
  if (is !== 'session') return 'invalid_operator_token'
  if (isDead) return 'invalid_session'
  if (!isOperator) return 'role_required'
  return lacksSudo === 'everywhere' ? 'sudo_required' : undefined
}

function expectedLinkRefusal({ ofLink }: AnyEndpoint, { pages = [] }: Caller): ErrorCode | undefined {
  const isOwn = ofLink === 'any' || (ofLink !== undefined && pages.includes(ofLink))
  return isOwn ? undefined : 'out_of_scope'
}

function refusalInWorkspace(endpoint: AnyEndpoint, caller: Caller): ErrorCode | undefined {
  const { access, role, scope, needsSudo } = endpoint
  const isSession = caller.is === 'session'
  if (caller.isStranger) return 'not_a_member'
  if (role !== undefined && ROLES.indexOf(caller.role ?? 'viewer') < ROLES.indexOf(role)) return 'role_required'
  if (access === 'write' && caller.permission === 'read') return isSession ? 'role_required' : 'read_only_key'
  if (scope === 'full' && caller.isLimited) return 'out_of_scope'
  return isSession && needsSudo && caller.lacksSudo ? 'sudo_required' : undefined
}

/** Returns what is wrong with a response, or undefined when it is as declared. */
function judge(endpoint: AnyEndpoint, caller: Caller, { status, body, text }: Reply, isAboutFixtures: boolean) {
  const got = `${status} ${body?.code ?? ''}`.trim()
  if (status >= 500) return `answered ${text.slice(0, 300)}`
  const refusal = refusalFor(endpoint, caller)
  if (refusal !== undefined) return body?.code === refusal ? undefined : `must be refused with ${refusal}, got ${got}`
  if (endpoint.access === 'public') return ACCESS_CODES.has(body?.code) ? `is public, got ${got}` : undefined
  const isApart = caller.isForeign || caller.isLimited
  // The service itself refuses ids outside the caller's reach: 403 within the workspace, 404 outside of it.
  const isOther = body?.code === 'out_of_scope' && (caller.isLimited || caller.is === 'link')
  if (ACCESS_CODES.has(body?.code) && !isOther) return `must be admitted, got ${got}`
  if (!isApart || status >= 400) return undefined
  // A bulk redrive omits deliveries that the caller cannot reach.
  const isLeftOut = endpoint.id === 'webhook_deliveries.redrive_many' && body?.redriven === 0
  if (isAboutFixtures && !isLeftOut) return `reached what is not the caller's, got ${got}`
  // The log shows a caller the paths that it asked for itself.
  const shown = endpoint.id === 'requests.list' ? text.replace(/"path":"[^"]*"/g, '') : text
  const leaked = [...fixtures].find(([, id]) => shown.includes(id))
  return leaked && `shows ${leaked[0]}, which is not the caller's`
}

/** Operations that end the caller's session. */
const LAST = ['members.leave', 'auth.sign_out']
const operations = endpoints.toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id))

for (const caller of callers)
  test(`every operation responds to ${caller.name} as declared`, async () => {
    const wrong: string[] = []
    for (const endpoint of operations) {
      const sent = withFixtures(goodRequest(endpoint), new Map([...fixtures, ['ws', spare]]))
      const reply = await send(caller.client, endpoint, sent).catch((error: Error) => error.message)
      const problem = typeof reply === 'string' ? reply : judge(endpoint, caller, reply, hasFixture(sent, fixtures))
      if (problem !== undefined) wrong.push(`${caller.name} x ${endpoint.id}: ${problem}`)
    }
    assert.equal(wrong.length, 0, `\n${wrong.join('\n')}`)
    const isApart =
      caller.isDead || caller.isForeign || caller.isLimited || caller.isStranger || caller.is === 'nothing'
    if (isApart) assert.deepEqual(await readFixtures(world.live, fixtures), before, 'the fixtures stay as they were')
  })

test('the fixtures cover every kind of resource that operations name, and the callers every kind of caller', () => {
  for (const kind of [
    'prof',
    'acc',
    'ent',
    'post',
    'wh',
    'dlv',
    'key',
    'plk',
    'conn',
    'cmt',
    'conv',
    'msg',
    'rev',
    'srch',
    'usr',
  ])
    assert.ok(fixtures.has(kind), kind)
  assert.ok(callers.length >= 25)
})
