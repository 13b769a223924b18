import { Text } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Post, Target } from '../../../resources/posts/post-labels.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../../components/form/confirm-dialog.tsx')).ConfirmDialog)

/** Publishes an unconfirmed post again: only a person can tell that it is missing. */
export function ForceRetry({ post, target, platform }: { post: Post; target: Target; platform: string }) {
  const [isOpen, setOpen] = useState(false)
  const retry = useWrite('posts.retry', {
    onSuccess: () => {
      showDone('Publishing post again')
      setOpen(false)
    },
  })
  return (
    <>
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        Publish again…
      </WriteButton>
      {isOpen && (
        <ConfirmDialog
          isOpen
          title="Publish the post again?"
          confirmLabel="Publish again"
          isRunning={retry.isPending}
          problem={retry.error}
          onConfirm={() => retry.mutate({ params: { id: post.id }, body: { target_ids: [target.id], force: true } })}
          onClose={() => setOpen(false)}
        >
          <Text>Check {platform} first. If the post is already there, it will appear twice.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
