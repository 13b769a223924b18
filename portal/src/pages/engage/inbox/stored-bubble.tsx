import { WriteButton } from '../../../components/form/write-button.tsx'
import { PostError } from '../../../resources/posts/post-error.tsx'
import { Attachments } from './attachments.tsx'
import { Bubble } from './bubble.tsx'
import { getMessageTime, type Message } from './conversations.ts'
import { type ReplyContent, send } from './outbox.ts'

const STATES: Readonly<Record<Message['status'], string>> = {
  queued: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not sent',
  received: '',
}

export function StoredBubble({ message, name, platform }: { message: Message; name: string; platform: string }) {
  const { direction, status, body, attachments, template, sent_via, error } = message
  const isOwn = direction === 'outbound'
  const isElsewhere = isOwn && sent_via === 'platform'
  return (
    <Bubble
      isOwn={isOwn}
      from={isOwn ? 'You' : name}
      at={getMessageTime(message)}
      state={
        isOwn &&
        `${STATES[status]}${isElsewhere ? ` on ${platform}` : ''}${template ? ` · template ${template.name}` : ''}`
      }
      isFailed={status === 'failed'}
      below={
        error && (
          <div className="inbox-error">
            <PostError error={error} />
            <SendAgain message={message} />
          </div>
        )
      }
    >
      {attachments.length > 0 && <Attachments message={message} />}
      {body !== null && <p dir="auto">{body}</p>}
      {body === null && attachments.length === 0 && <p className="dimmed">No text</p>}
    </Bubble>
  )
}

/** Sends the content as a new message; the failed one stays. */
function SendAgain({ message }: { message: Message }) {
  const content = toReplyContent(message)
  if (!content) return null
  return (
    <WriteButton
      size="compact-xs"
      variant="default"
      onClick={() => send(message.conversation_id, content, message.body ?? undefined)}
    >
      {message.error?.['outcome'] === 'unknown' ? 'Send again anyway' : 'Try again'}
    </WriteButton>
  )
}

function toReplyContent({ body, template, attachments }: Message): ReplyContent | undefined {
  // The template is stored as it was sent.
  if (template) return { template: template as object as NonNullable<ReplyContent['template']> }
  const mediaId = attachments[0]?.['media_id']
  const content = { ...(body && { body }), ...(typeof mediaId === 'string' && { media_id: mediaId }) }
  return Object.keys(content).length > 0 ? content : undefined
}
