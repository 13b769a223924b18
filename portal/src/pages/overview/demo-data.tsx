import { Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../components/form/write-button.tsx'
import { showProblem } from '../../components/notify.ts'
import * as css from './demo-data.module.css'

/** Resources that change when demo data is added or removed. */
const CHANGES = ['home', 'profiles', 'accounts', 'posts', 'conversations', 'comments', 'reviews']

/** Adds and removes demo data. */
export function DemoData() {
  const demo = useRead('demo_data.get', undefined, {
    everySeconds: ({ status }) => (status === 'preparing' ? 1 : 30),
  })
  const [isRemoving, setRemoving] = useState(false)
  const create = useWrite('demo_data.create', { changes: CHANGES })
  const status = demo.data?.status ?? 'none'
  return (
    <footer className={css.data}>
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
      {status === 'preparing' && <Loader size="sm" aria-label="Preparing demo data" />}
      {status === 'ready' && (
        <WriteButton size="xs" variant="default" onClick={() => setRemoving(true)}>
          Remove demo data…
        </WriteButton>
      )}
      {isRemoving && (
        <ConfirmDialog
          operation="demo_data.delete"
          input={{}}
          changes={CHANGES}
          isDangerous
          title="Remove demo data?"
          confirmLabel="Remove demo data"
          doneMessage="Demo data removed"
          onClose={() => setRemoving(false)}
        >
          <Text>
            This deletes the Demo profile with its accounts, posts, messages, comments and reviews, including anything
            you added to it. Everything else stays.
          </Text>
        </ConfirmDialog>
      )}
    </footer>
  )
}

const TEXTS = {
  none: 'Want to look around first? Demo data fills the pages with examples. It is free and can be removed at any time.',
  preparing: 'Adding demo data: two accounts, posts in every status, messages, comments and reviews.',
  ready: 'Demo data was added to the Demo profile. Explore posts, the calendar, the inbox and analytics.',
} as const
