import { AnyBody } from '../api/response.ts'
import type { Messages } from '../inbox.ts'
import { createDirectMessages } from '../meta/conversations.ts'
import { request } from '../meta/graph.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

export const messages: Messages = {
  ...createDirectMessages({
    platform: 'messenger',
    textMax: { max: 2000, unit: 'characters' },
    createGraph: createPageGraph,
    getOwnerId: getPageId,
    isOwn,
    readPerson,
    // `metadata` comes back with the echo of the message: it identifies a message whose response got lost.
    buildMessage: ({ body, handle }) => ({ messaging_type: 'RESPONSE', message: { text: body, metadata: handle } }),
  }),

  async markRead(session, { externalId }) {
    await request(createPageGraph(session), 'POST', `${getPageId(session)}/messages`, {
      schema: AnyBody,
      body: { recipient: { id: externalId }, sender_action: 'mark_seen' },
    })
  },
}
