import { Type } from '../../../../../kit/declare/type.ts'
import { job } from '../../../../../queue/job.ts'

/** Messages of a conversation are sent in order: a waiting message blocks the later ones. */
export const sendMessage = job({
  id: 'messages.send',
  payload: Type.Object({ message_id: Type.String() }),
  retry: [2, 5, 15, 60, 300],
  blocking: true,
  priority: 3,
})

export const markRead = job({
  id: 'conversations.mark_read',
  payload: Type.Object({ conversation_id: Type.String() }),
  retry: [30, 300, 3600],
  priority: 7,
})
