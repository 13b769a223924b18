import { useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import type { Conversation } from './conversations.ts'

/** Archives a conversation or opens it again, and offers to take that back. */
export function useArchive() {
  const { mutate } = useWrite('conversations.update', { changes: ['session'] })
  return ({ id }: Conversation, status: Conversation['status']) => {
    const change = (to: Conversation['status'], onSuccess?: () => void) =>
      mutate({ params: { id }, body: { status: to } }, { onError: showProblem, ...(onSuccess && { onSuccess }) })
    change(status, () =>
      showDone(status === 'archived' ? 'Done. It comes back when they write.' : 'It is in the inbox again.', () =>
        change(status === 'archived' ? 'open' : 'archived'),
      ),
    )
  }
}
