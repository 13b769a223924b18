import { Button, Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import { useList } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { getMessageTime } from './conversations.ts'
import { dayName, toLocalDay } from './days.ts'
import * as css from './messages.module.css'
import { useOutbox } from './outbox.ts'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { StoredBubble } from './stored-bubble.tsx'

interface Props {
  readonly conversationId: string
  readonly name: string
  readonly platform: string | undefined
}

/** The messages of a conversation, newest at the bottom, where the view starts. */
export function Messages({ conversationId, name, platform = 'the platform' }: Props) {
  const list = useList(
    'conversations.list_messages',
    { params: { id: conversationId }, query: { limit: 50 } },
    { everySeconds: (items) => (items.some(({ status }) => status === 'queued') ? 1 : 5) },
  )
  const outgoing = useOutbox(conversationId)
  const messages = list.items.toReversed()
  const days = messages.map((message) => toLocalDay(getMessageTime(message)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div className={css.messages} tabIndex={0} role="region" aria-label="Messages">
      <div>
        {list.hasMore && (
          <Button
            className={css.older}
            variant="subtle"
            color="gray"
            size="xs"
            onClick={list.loadMore}
            loading={list.isLoadingMore}
          >
            Load older messages
          </Button>
        )}
        {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
        {list.isLoading && <MessageSkeletons />}
        <ol aria-live="polite" aria-relevant="additions">
          {messages.map((message, at) => (
            <Fragment key={message.id}>
              {days[at] !== days[at - 1] && (
                <li className={css.day}>
                  <span>{dayName(days[at] as string)}</span>
                </li>
              )}
              <StoredBubble message={message} name={name} platform={platform} />
            </Fragment>
          ))}
          {outgoing.map((message) => (
            <OutgoingBubble key={message.key} conversationId={conversationId} message={message} />
          ))}
        </ol>
      </div>
    </div>
  )
}

function MessageSkeletons() {
  return (
    <div className={css.skeletons} aria-hidden>
      {['60%', '40%', '52%', '30%'].map((width, at) => (
        <Skeleton key={width} height={44} radius={12} width={width} ml={at % 2 === 0 ? 0 : 'auto'} />
      ))}
    </div>
  )
}
