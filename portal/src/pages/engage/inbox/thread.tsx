import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import type { Names } from '../../../resources/accounts/names.ts'
import { personName } from '../people.ts'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversations.ts'
import { Messages } from './messages.tsx'
import { ThreadHead } from './thread-head.tsx'

interface Props {
  readonly id: string
  /** Undefined while loading. */
  readonly conversation: Conversation | undefined
  readonly names: Names
  readonly backHref: string
  /** Increments when the reply shortcut is pressed. */
  readonly replies: number
  readonly onFinish: (conversation: Conversation) => void
  readonly onClose: () => void
}

/** One conversation: participant, messages and reply field. */
export function Thread({ id, conversation, names, backHref, replies, onFinish, onClose }: Props) {
  useReading(conversation)
  const name = conversation ? personName(conversation.participant) : 'Conversation'
  return (
    <section className="engage-pane" aria-label={`Conversation with ${name}`}>
      <ThreadHead
        conversation={conversation}
        name={name}
        names={names}
        backHref={backHref}
        onFinish={onFinish}
        onClose={onClose}
      />
      <Messages conversationId={id} name={name} platform={conversation && names.platform(conversation.platform)} />
      {conversation ? (
        <Composer conversation={conversation} name={name} replies={replies} />
      ) : (
        <div className="inbox-composer" aria-hidden />
      )}
    </section>
  )
}

/** Marks the open conversation as read, at once and whenever new messages arrive. */
function useReading(conversation: Conversation | undefined): void {
  const { mutate } = useWrite('conversations.read', { changes: ['session'] })
  const isVisible = useDocumentVisibility() === 'visible'
  const mayWrite = useMayWrite()
  const { id, unread_count: unread = 0 } = conversation ?? {}
  useEffect(() => {
    if (id !== undefined && unread > 0 && isVisible && mayWrite) mutate({ params: { id } })
  }, [id, unread, isVisible, mayWrite, mutate])
}
