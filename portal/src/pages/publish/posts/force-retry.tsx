import { Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import type { Post, Target } from '../../../resources/posts/post-labels.ts'

/** Publishes an unconfirmed post again: only a person can tell that it is missing. */
export function ForceRetry({ post, target, platform }: { post: Post; target: Target; platform: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        Publish again…
      </WriteButton>
      {isOpen && (
        <ConfirmDialog
          operation="posts.retry"
          input={{ params: { id: post.id }, body: { target_ids: [target.id], force: true } }}
          title="Publish the post again?"
          confirmLabel="Publish again"
          doneMessage="Publishing post again"
          onClose={() => setOpen(false)}
        >
          <Text>Check {platform} first. If the post is already there, it will appear twice.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
