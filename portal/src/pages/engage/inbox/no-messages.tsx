import { CommentDiscussionIcon, PlusIcon } from '@primer/octicons-react'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { useAccounts } from '../../../resources/accounts/names.ts'

/** An empty inbox; with a sandbox account, a test message can be sent. */
export function NoMessages() {
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
