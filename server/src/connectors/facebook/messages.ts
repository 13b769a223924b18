import type { Messages } from '../inbox.ts'
import { directMessages } from '../meta/conversations.ts'
import { request } from '../meta/graph.ts'
import { isOwn, pageIdOf, pageOf, readPerson } from './page.ts'

export const messages: Messages = {
  ...directMessages({
    platform: 'messenger',
    textMax: { max: 2000, unit: 'characters' },
    graphOf: pageOf,
    ownerOf: pageIdOf,
    isOwn,
    readPerson,
    // `metadata` comes back with the echo of the message, so a message whose answer got lost is recognised by it.
    messageOf: ({ body, handle }) => ({ messaging_type: 'RESPONSE', message: { text: body, metadata: handle } }),
  }),

  async markRead(session, { externalId }) {
    await request(pageOf(session), 'POST', `${pageIdOf(session)}/messages`, {
      body: { recipient: { id: externalId }, sender_action: 'mark_seen' },
    })
  },
}
