import type { Messages } from '../inbox.ts'
import { createDirectMessages } from '../meta/conversations.ts'
import { createAccountGraph, getMessagesOwnerId, isOwn, readPerson } from './account.ts'

export const messages: Messages = createDirectMessages({
  platform: 'instagram',
  textMax: { max: 1000, unit: 'bytes' },
  createGraph: createAccountGraph,
  getOwnerId: getMessagesOwnerId,
  isOwn,
  readPerson,
  buildMessage: ({ body }) => ({ message: { text: body } }),
})
