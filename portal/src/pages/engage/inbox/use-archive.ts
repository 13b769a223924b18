import { useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import type { Conversation } from './conversations.ts'

/** Archives or reopens a conversation, with Undo. */
export function useArchive() {
  const { mutate } = useWrite('conversations.update', { changes: ['session'] })
  return ({ id }: Conversation, status: Conversation['status']) => {
    const change = (to: Conversation['status'], onSuccess?: () => void) =>
      mutate({ params: { id }, body: { status: to } }, { onError: showProblem, ...(onSuccess && { onSuccess }) })
    change(status, () =>
      showDone(
        status === 'archived' ? 'Conversation closed. It reopens when they write.' : 'Conversation reopened',
        () => change(status === 'archived' ? 'open' : 'archived'),
      ),
    )
  }
}
