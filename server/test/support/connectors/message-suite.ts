import assert from 'node:assert/strict'
import type { InboxItem } from '../../../src/connectors/inbox.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { MessageTemplate } from '../../../src/connectors/text/message-template.ts'
import { type Fixture, failure, readAll } from './fixture.ts'

/** What every connector with messages guarantees. */
export function testMessages(fixture: Fixture, guarantee: (title: string, run: () => Promise<void>) => void): void {
  const { messages, templates, inbound } = fixture.connector
  /** What has arrived: by polling, or by pushes where the platform only pushes. */
  const arrived = async (session: Session, from: string | null = null) => {
    if (messages?.list) return readAll(async (since) => messages.list!(session, since), from)
    const pushes = fixture.pushes?.(session).slice(Number(from ?? 0)) ?? []
    return {
      items: pushes.flatMap((push) => inbound!.read(push)) as readonly InboxItem[],
      cursor: String(Number(from ?? 0) + pushes.length),
    }
  }
  const { message } = fixture.visitor
  if (messages && message)
    guarantee('a message arrives, is answered and is marked as read', async () => {
      const session = await fixture.signIn()
      const messageId = await message(session, 'Anybody there?')
      const { items, cursor } = await arrived(session)
      const found = items.find((item) => item.kind === 'message' && item.externalId === messageId)
      assert.ok(found?.kind === 'message')
      assert.deepEqual([found.direction, found.body], ['inbound', 'Anybody there?'])
      const outgoing = { conversationExternalId: found.conversationExternalId, participant: found.participant }
      const again = { ...outgoing, body: 'Yes', handle: `message-${messageId}`, writtenAt: new Date() }
      const sent = await messages.send(session, again)
      assert.ok(sent.externalId)
      const asked = await messages.find?.(session, again, { intentAt: new Date(), otherIds: [] })
      if (messages.find) assert.equal(asked?.externalId, sent.externalId)
      await messages.markRead?.(session, {
        externalId: found.conversationExternalId,
        lastMessageExternalId: found.externalId,
      })
      const later = await arrived(session, cursor)
      assert.ok(later.items.every((item) => item.kind !== 'message' || item.externalId !== messageId))
    })

  const { approve } = fixture
  const { sendTemplate, conversationWith } = messages ?? {}
  if (messages && sendTemplate && conversationWith)
    guarantee('an approved template reaches a number that has not written, and shows its handle', async () => {
      assert.ok(templates && approve, 'a platform that sends templates has them')
      const session = await fixture.signIn()
      const name = { name: 'on_its_way', language: 'en' }
      const example = { body_text: [['1001']] }
      const components = [{ type: 'BODY', text: 'Your order {{1}} is on its way.', example }]
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
      const { items } = await arrived(session)
      // Platforms that only push tell of it by a status.
      const found = items.filter((item) => 'handle' in item && item.handle === handle)
      assert.equal(found.length, 1)
      for (const item of found)
        if (item.kind === 'message')
          assert.deepEqual([item.direction, item.conversationExternalId], ['outbound', externalId])
    })
}
