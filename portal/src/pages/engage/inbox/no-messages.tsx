import { Button } from '@mantine/core'
import { CommentDiscussionIcon, InboxIcon, PlusIcon } from '@primer/octicons-react'
import { useRead, useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { useAccounts } from '../../../resources/accounts/names.ts'

/** An inbox without open conversations. If there are none at all, a sandbox account can send a test message. */
export function NoMessages({ onShowClosed }: { onShowClosed: () => void }) {
  const { data: closed } = useRead('conversations.list', { query: { status: 'archived', limit: 1 } })
  if (!closed) return null
  if (closed.data.length === 0) return <NoConversations />
  return (
    <EmptyState icon={InboxIcon} title="No open conversations" text="Every conversation is closed.">
      <Button variant="default" onClick={onShowClosed}>
        Show closed conversations
      </Button>
    </EmptyState>
  )
}

function NoConversations() {
  const accounts = useAccounts()
  const page = accounts.items.find(
    ({ platform, active_entity }) => platform === 'sandbox' && active_entity,
  )?.active_entity
  const write = useWrite('sandbox.message', {
    changes: ['conversations', 'session'],
    onSuccess: () => showDone('Test message sent'),
  })
  const text = 'Messages to your connected accounts appear here, ready for you to reply.'
  if (!page)
    return (
      <EmptyState icon={CommentDiscussionIcon} title="No messages yet" text={text}>
        <WriteButton href="/accounts" leftSection={<PlusIcon size={16} />}>
          Connect account
        </WriteButton>
      </EmptyState>
    )
  const body = { entity_external_id: page.external_id, from: 'visitor', body: 'Hello! Are you open today?' }
  return (
    <EmptyState icon={CommentDiscussionIcon} title="No messages yet" text={`${text} Try it with your sandbox account.`}>
      <WriteButton
        reach="workspace"
        loading={write.isPending}
        onClick={() => write.mutate({ body }, { onError: showProblem })}
      >
        Send test message
      </WriteButton>
    </EmptyState>
  )
}
