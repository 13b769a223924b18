import { Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { showDone, showProblem } from '../../components/notify.ts'
import { WriteButton } from '../../components/write-button.tsx'

const ConfirmDialog = lazyPart(async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog)

/** What demo data changes while it is added and removed. */
const CHANGES = ['home', 'profiles', 'accounts', 'posts', 'conversations', 'comments', 'reviews']

/** Something to look at before there is anything of one's own; it can be removed again. */
export function DemoData() {
  const demo = useRead('demo_data.get', undefined, {
    everySeconds: ({ status }) => (status === 'preparing' ? 1 : 30),
  })
  const [isRemoving, setRemoving] = useState(false)
  const create = useWrite('demo_data.create', { changes: CHANGES })
  const remove = useWrite('demo_data.delete', {
    changes: CHANGES,
    onSuccess: () => {
      setRemoving(false)
      showDone('The demo data is removed.')
    },
  })
  const status = demo.data?.status ?? 'none'
  return (
    <footer className="demo-data">
      <Text c="dimmed" aria-live="polite">
        {TEXTS[status]}
      </Text>
      {status === 'none' && (
        <WriteButton
          size="xs"
          variant="default"
          loading={create.isPending}
          onClick={() => create.mutate({}, { onError: showProblem })}
        >
          Add demo data
        </WriteButton>
      )}
      {status === 'preparing' && <Loader size="sm" aria-label="The demo data is prepared" />}
      {status === 'ready' && (
        <WriteButton size="xs" variant="default" onClick={() => setRemoving(true)}>
          Remove it…
        </WriteButton>
      )}
      {isRemoving && (
        <ConfirmDialog
          isOpen
          isDangerous
          title="Remove the demo data?"
          confirmLabel="Remove the demo data"
          isRunning={remove.isPending}
          problem={remove.error}
          onConfirm={() => remove.mutate({})}
          onClose={() => setRemoving(false)}
        >
          <Text>
            The profile Demo is deleted with its accounts, posts, messages, comments and reviews, and with what you have
            added to it. Everything else stays.
          </Text>
        </ConfirmDialog>
      )}
    </footer>
  )
}

const TEXTS = {
  none: 'Rather look around first? Demo data fills the pages with examples, costs nothing, and can be removed again.',
  preparing: 'Demo data is on its way: two accounts, posts of every state, messages, comments and reviews.',
  ready: 'Demo data is in the profile Demo: look at posts, the calendar, the inbox and analytics.',
} as const
