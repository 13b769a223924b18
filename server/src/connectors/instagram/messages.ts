import type { Messages } from '../inbox.ts'
import { directMessages } from '../meta/conversations.ts'
import { graphOf, isOwn, messagesOwnerOf, readPerson } from './account.ts'

export const messages: Messages = directMessages({
  platform: 'instagram',
  textMax: { max: 1000, unit: 'bytes' },
  graphOf,
  ownerOf: messagesOwnerOf,
  isOwn,
  readPerson,
  messageOf: ({ body }) => ({ message: { text: body } }),
})
