import { Text } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { showDone } from '../../../components/notify.ts'
import { WriteButton } from '../../../components/write-button.tsx'
import type { Post, Target } from './post-labels.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../../components/confirm-dialog.tsx')).ConfirmDialog)

/** Sends an unconfirmed post again: only a person can know that it is not there. */
export function ForceRetry({ post, target, platform }: { post: Post; target: Target; platform: string }) {
  const [isOpen, setOpen] = useState(false)
  const retry = useWrite('posts.retry', {
    onSuccess: () => {
      showDone('It is sent again.')
      setOpen(false)
    },
  })
  return (
    <>
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        It is not there: send again
      </WriteButton>
      {isOpen && (
        <ConfirmDialog
          isOpen
          title="Send the post again?"
          confirmLabel="It is not there, send again"
          isRunning={retry.isPending}
          problem={retry.error}
          onConfirm={() => retry.mutate({ params: { id: post.id }, body: { target_ids: [target.id], force: true } })}
          onClose={() => setOpen(false)}
        >
          <Text>Look at {platform} first. If the post is there already, it will appear twice.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
