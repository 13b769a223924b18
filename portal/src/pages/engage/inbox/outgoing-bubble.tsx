import { Button, Group } from '@mantine/core'
import { FileIcon } from '@primer/octicons-react'
import { Bubble } from './bubble.tsx'
import { discard, type OutgoingMessage, sendAgain } from './outbox.ts'

/** A message that is being sent or could not be sent; it is kept until it is sent or removed. */
export function OutgoingBubble({ conversationId, message }: { conversationId: string; message: OutgoingMessage }) {
  const { key, at, content, shown, problem } = message
  return (
    <Bubble
      isOwn
      from="You"
      at={at}
      state={problem ? 'Not sent' : 'Sending'}
      isFailed={problem !== undefined}
      below={
        problem && (
          <div className="inbox-error" role="alert">
            {problem.message} <code>{problem.code}</code> {problem.requestId && <code>{problem.requestId}</code>}
            <Group gap={8} mt={4} justify="flex-end">
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(conversationId, key)}>
                Remove
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => sendAgain(conversationId, message)}>
                Try again
              </Button>
            </Group>
          </div>
        )
      }
    >
      {content.media_id !== undefined && (
        <p>
          <FileIcon size={14} /> {shown ?? '1 file'}
        </p>
      )}
      {content.body !== undefined && <p dir="auto">{content.body}</p>}
      {content.template && <p dir="auto">{shown ?? content.template.name}</p>}
    </Bubble>
  )
}
