import type { Messages } from '../inbox.ts'
import { directMessages } from '../meta/conversations.ts'
import { request } from '../meta/graph.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

export const messages: Messages = {
  ...directMessages({
    platform: 'messenger',
    textMax: { max: 2000, unit: 'characters' },
    createGraph: createPageGraph,
    getOwnerId: getPageId,
    isOwn,
    readPerson,
    // `metadata` comes back with the echo of the message, so a message whose answer got lost is recognised by it.
    buildMessage: ({ body, handle }) => ({ messaging_type: 'RESPONSE', message: { text: body, metadata: handle } }),
  }),

  async markRead(session, { externalId }) {
    await request(createPageGraph(session), 'POST', `${getPageId(session)}/messages`, {
      body: { recipient: { id: externalId }, sender_action: 'mark_seen' },
    })
  },
}
