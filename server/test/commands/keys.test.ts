import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOn } from '../support/commands.ts'
import { boot, createClient } from '../support/harness.ts'
import { firstRun, run, scratch, start } from '../support/processes.ts'

const world = await boot()
const { ctx, live, workspaceId, operator } = world
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'a test']
const quoin = commandsOn(ctx)
const keys = (...args: string[]) => quoin('keys', ...args)
const create = async (...args: string[]) => {
  const [, id = '', key = ''] =
    /Created (key_\w+) for .*\n(qk_\w+)$/.exec(await keys('create', ...args, ...actorAndReason)) ?? []
  return { id, key, client: world.client(key) }
}

test('after the last key was revoked, the command creates one that works', async () => {
  const { workspaceId: theirs, live: them } = await world.neighbour()
  const all = (await them('GET', '/v1/api-keys')).body.data as { id: string }[]
  for (const { id } of all.toReversed()) await them('DELETE', `/v1/api-keys/${id}`)
  const out = await them('GET', '/v1/profiles')
  assert.equal(out.status, 401)
  assert.match(out.body.detail, /quoin-server keys create/)
  const { client } = await create(theirs)
  assert.equal((await client('GET', '/v1/profiles')).status, 200)
})

test('the command creates a key as the API does, and refuses what the API refuses', async () => {
  const expires = new Date(ctx.clock.now().getTime() + 60_000).toISOString()
  const { id } = await create(
    workspaceId,
    '--name',
    'Reader',
    '--permission',
    'read',
    '--expires',
    expires,
    '--budget=7',
  )
  const { name, permission, expires_at, monthly_budget } = (await live('GET', `/v1/api-keys/${id}`)).body
  assert.deepEqual([name, permission, expires_at, monthly_budget], ['Reader', 'read', expires, 7])
  assert.match((await create(workspaceId, '--mode', 'test')).key, /^qk_test_/)
  const profile = (await live('POST', '/v1/profiles', { name: 'Mine' })).body.id
  const scoped = await create(workspaceId, '--profiles', profile)
  assert.equal((await scoped.client('GET', '/v1/api-keys')).body.code, 'out_of_scope')
  const refused = [
    [['--mode', 'real'], /body\.mode/],
    [['--budget', 'much'], /body\.monthly_budget/],
    [['--expires', '2020-01-01T00:00:00Z'], /expires_at must be in the future/],
    [['--profiles', 'prof_none'], /No profile with the id of profile_ids\[0\]/],
    [['--colour', 'red'], /unknown option '--colour'/],
  ] as const
  for (const [args, why] of refused) await assert.rejects(create(workspaceId, ...args), why)
  await assert.rejects(create('ws_none'), /No workspace with this id/)
  await assert.rejects(keys('create', workspaceId), /--actor is missing/)
})

test('revoking takes effect at once and lists the keys that the key created; creating and revoking are in the audit log', async () => {
  const { id, client } = await create(workspaceId)
  const child = (await client('POST', '/v1/api-keys', { name: 'Child' })).body
  assert.match(
    await keys('revoke', workspaceId, id, ...actorAndReason),
    new RegExp(`Revoked ${id} at .*\n.*${child.id}`),
  )
  assert.equal((await client('GET', '/v1/profiles')).status, 401)
  await assert.rejects(keys('revoke', workspaceId, 'key_none', ...actorAndReason), /No API key with this id/)
  const { body } = await operator('GET', `/v1/operator/audit?workspace_id=${workspaceId}&limit=100`)
  const acts = body.data.filter(({ detail }: { detail: { key_id?: string } }) => detail.key_id === id)
  assert.deepEqual(
    acts.map(({ action, actor, reason }: Record<string, string>) => [action, actor, reason]),
    [
      ['keys.revoke', 'tester@example.com', 'a test'],
      ['keys.create', 'tester@example.com', 'a test'],
    ],
  )
  const listed = await keys('list', workspaceId)
  const findKeyLine = (key: string) => listed.split('\n').find((line) => line.startsWith(key)) ?? ''
  assert.match(findKeyLine(id), /revoked 20/)
  assert.match(findKeyLine(child.id), new RegExp(`usable .*minted by ${id}`))
  assert.ok(!listed.includes('\u001b'))
})

test('the list has pages, covers one workspace or all of them, and shows no secret', async () => {
  const { workspaceId: theirs, live: them } = await world.neighbour()
  const { key } = (await them('POST', '/v1/api-keys', {})).body
  const listed = await keys('list', theirs)
  assert.equal(listed.split('\n').length, 3)
  assert.ok(listed.includes(key.slice(0, 16)) && !listed.includes(key.slice(16)))
  assert.ok((await keys('list')).includes(theirs))
  for (let n = 0; n < 100; n++) await them('POST', '/v1/api-keys', {})
  const [, cursor = ''] = /Add --cursor (\S+)$/.exec(await keys('list', theirs)) ?? []
  assert.equal((await keys('list', theirs, '--cursor', cursor)).split('\n').length, 3)
})

test('the command works with the embedded database of a stopped server, and of a running one', async () => {
  const data = scratch()
  const server = await start(data)
  await server.says(/Try it/)
  const { workspace_id: own } = firstRun(data)
  const command = async (...args: string[]) => {
    const program = run('keys', { QUOIN_DATA: data }, { args })
    assert.equal((await program.ended).code, 0, program.output())
    return program.output()
  }
  const status = async (key: string) => (await createClient(server.url, key)('GET', '/v1/profiles')).status
  const made = await command('create', own, ...actorAndReason)
  const [, id = '', key = ''] = /Created (key_\w+).*\n(qk_live_\w+)/.exec(made) ?? []
  assert.equal(await status(key), 200)
  await command('revoke', own, id, ...actorAndReason)
  assert.equal(await status(key), 401)
  server.child.kill('SIGTERM')
  await server.ended
  assert.match(await command('list'), new RegExp(`${id} .*revoked`))
})
