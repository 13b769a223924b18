import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode } from '../../../support/account-scene.ts'
import { skipOnCitus } from '../../../support/citus-databases.ts'
import { actOnSandbox, bootInbox, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, page, pass, queue } = scene
type ListedConversation = { id: string; participant: { name: string }; last_message: Record<string, unknown> }
const RECENT = '/v1/conversations?order=last_message'
const write = async (from: string, body: string, more: object = {}) => {
  await actOnSandbox(live, 'messages', { entity_external_id: page, from, body, ...more })
  await pass()
}
const people = async (path: string, client = live) =>
  (await list(client, path)).map(({ participant }: ListedConversation) => participant.name)
const first = async (): Promise<ListedConversation> => (await list(live, `${RECENT}&limit=1`))[0]

test('conversations are listed by their last message, and show its beginning', async () => {
  for (const from of ['ann', 'ben', 'cleo']) await write(from, `${from} writes`)
  assert.deepEqual(await people(RECENT), ['cleo', 'ben', 'ann'])
  await write('ann', `Again ${'x'.repeat(300)}`, { attachments: [{ type: 'location' }] })
  assert.deepEqual(await people(RECENT), ['ann', 'cleo', 'ben'])
  assert.deepEqual(await people('/v1/conversations'), ['cleo', 'ben', 'ann'], 'the usual order is that of creation')
  const { id, ...preview } = (await first()).last_message
  assert.match(String(id), /^msg_/)
  assert.deepEqual(preview, {
    direction: 'inbound',
    status: 'received',
    body: `Again ${'x'.repeat(194)}`,
    attachments: 1,
  })
})

test('a sent message counts as the last message too, with its status', async () => {
  const [, , { id }] = await list(live, RECENT)
  await pass(1000)
  const sent = await live('POST', `/v1/conversations/${id}/messages`, { body: 'We are open' })
  assert.equal(sent.status, 201, sent.text)
  await queue.idle()
  const { participant, last_message: last } = await first()
  assert.deepEqual(
    [participant.name, last['id'], last['direction'], last['status'], last['body']],
    ['ben', sent.body.id, 'outbound', 'sent', 'We are open'],
  )
})

test('pages by last message neither repeat nor omit a conversation while messages arrive', async () => {
  const one = (await live('GET', `${RECENT}&limit=2`)).body
  assert.deepEqual(
    [one.data.map(({ participant }: ListedConversation) => participant.name), one.has_more],
    [['ben', 'ann'], true],
  )
  await write('ben', 'A question meanwhile')
  const two = (await live('GET', `${RECENT}&limit=2&cursor=${one.next_cursor}`)).body
  assert.deepEqual(
    two.data.map(({ participant }: ListedConversation) => participant.name),
    ['cleo'],
  )
  assert.equal(two.next_cursor, null)
  const byCreation = (await live('GET', '/v1/conversations?limit=1')).body.next_cursor
  const farFuture = Buffer.from(`99999999999999.${one.data[0].id}`).toString('base64url')
  for (const path of [
    `/v1/conversations?cursor=${one.next_cursor}`,
    `${RECENT}&cursor=${byCreation}`,
    `${RECENT}&cursor=${farFuture}`,
    `${RECENT}&cursor=x`,
  ])
    assertCode(await live('GET', path), 422, 'validation_error')
  assertCode(await live('GET', '/v1/conversations?order=size'), 422, 'validation_error')
})

test('filters and access rules also apply in this order', async () => {
  assert.deepEqual(await people(`${RECENT}&platform=sandbox&status=open&unread=true&q=ben`), ['ben'])
  assert.deepEqual(await people(`${RECENT}&platform=bluesky`), [])
  assert.deepEqual(await people('/v1/conversations?platform=bluesky'), [])
  assert.equal((await people(RECENT, scene.insider)).length, 3)
  assert.deepEqual(await people(RECENT, scene.stranger), [])
})

const skip = await skipOnCitus("this reads PostgreSQL's own plan")

test('listing the open conversations of a mostly archived inbox is an index-only read', { skip }, async () => {
  const { db } = scene
  await db`
    insert into conversations (workspace_id, id, account_id, external_id, participant, status, last_message_at, unread_count, created_at)
    select workspace_id, 'conv_' || lpad(n::text, 26, '0'), account_id, 'many-' || n, '{}', 'archived',
      last_message_at - n * interval '1 second', 0, created_at
    from (select * from conversations limit 1) c, generate_series(1, 20000) n`
  await db`analyze conversations`
  const plan = await db<{ 'QUERY PLAN': string }[]>`
    explain select c.*, a.platform, (
      select m.body from messages m where m.workspace_id = c.workspace_id and m.conversation_id = c.id
      order by m.id desc limit 1) as last
    from conversations c join accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.workspace_id = ${scene.workspaceId} and c.status = 'open'
    order by coalesce(c.last_message_at, c.created_at) desc, c.id desc limit 51`
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  assert.match(text, /Index.*Backward using conversations_recent_open/)
  assert.doesNotMatch(text, /Sort/)
  assert.equal((await people(`${RECENT}&status=open`)).length, 3)
})
