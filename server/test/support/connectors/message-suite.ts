import assert from 'node:assert/strict'
import type { MessageTemplate } from '../../../src/connectors/message-template.ts'
import { type Fixture, failure, readAll } from './fixture.ts'

/** What every connector with messages guarantees. */
export function testMessages(fixture: Fixture, guarantee: (title: string, run: () => Promise<void>) => void): void {
  const { messages, templates } = fixture.connector
  const { message } = fixture.visitor
  if (messages && message)
    guarantee('a message arrives, is answered and is marked as read', async () => {
      const session = await fixture.signIn()
      const messageId = await message(session, 'Anybody there?')
      const { items, cursor } = await readAll((since) => messages.list(session, since))
      const found = items.find((item) => item.kind === 'message' && item.externalId === messageId)
      assert.ok(found?.kind === 'message')
      assert.deepEqual([found.direction, found.body], ['inbound', 'Anybody there?'])
      const outgoing = { conversationExternalId: found.conversationExternalId, participant: found.participant }
      const sent = await messages.send(session, { ...outgoing, body: 'Yes', handle: `message-${messageId}` })
      assert.ok(sent.externalId)
      const again = { ...outgoing, body: 'Yes', handle: `message-${messageId}` }
      const asked = await messages.find?.(session, again, { intentAt: new Date(), otherIds: [] })
      if (messages.find) assert.equal(asked?.externalId, sent.externalId)
      await messages.markRead?.(session, {
        externalId: found.conversationExternalId,
        lastMessageExternalId: found.externalId,
      })
      const later = await readAll((since) => messages.list(session, since), cursor)
      assert.ok(later.items.every((item) => item.kind !== 'message' || item.externalId !== messageId))
    })

  const { approve } = fixture
  const { sendTemplate, conversationWith } = messages ?? {}
  if (messages && sendTemplate && conversationWith)
    guarantee('an approved template reaches a number that has not written, and shows its handle', async () => {
      assert.ok(templates && approve, 'a platform that sends templates has them')
      const session = await fixture.signIn()
      const name = { name: 'on_its_way', language: 'en' }
      const components = [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }]
      const { externalId: templateId } = await templates.create(session, { ...name, category: 'UTILITY', components })
      const { externalId, participant } = conversationWith(session.entity.externalId, '+15550100123')
      const handle = `template-${templateId}`
      const body = { type: 'body', parameters: [{ type: 'text', text: '1001' }] }
      const send = (template: Partial<MessageTemplate> = {}) =>
        sendTemplate(session, {
          conversationExternalId: externalId,
          participant,
          handle,
          template: { ...name, components: [body], ...template },
        })
      assert.equal(await failure(send()), 'invalid', 'it is not approved yet')
      await approve(templateId)
      assert.equal(await failure(send({ components: [] })), 'invalid', 'a parameter is missing')
      assert.equal(await failure(send({ name: 'unknown' })), 'invalid')
      await fixture.trouble(session, 'answer_lost')
      assert.equal(await failure(send()), 'ambiguous')
      const { items } = await readAll((since) => messages.list(session, since))
      const found = items.flatMap((item) => (item.kind === 'message' && item.handle === handle ? [item] : []))
      assert.deepEqual(
        found.map(({ direction, conversationExternalId }) => [direction, conversationExternalId]),
        [['outbound', externalId]],
      )
    })
}
