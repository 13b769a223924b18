import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { MoveDialog } from '../move-dialog.tsx'
import { getPostTime } from './use-posts-between.ts'

/** A post of the calendar, with the alternative to dragging. */
export function PostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const names = useNames()
  const [isMoving, setMoving] = useState(false)
  if (isMoving) return <MoveDialog post={post} onClose={onClose} />
  const isPlanned = post.status === 'scheduled'
  return (
    <Modal opened onClose={onClose} title={<When at={getPostTime(post)} isAbsolute />}>
      <Stack>
        <Group justify="space-between">
          <StatusBadge status={post.status} />
          <span className="dimmed">
            {post.targets.map(({ account_id, platform }) => names.account(account_id) ?? platform).join(', ')}
          </span>
        </Group>
        <p className="post-content" dir="auto">
          {post.content || 'No text'}
        </p>
        <Group justify="flex-end" gap="xs">
          {isPlanned && (
            <>
              <WriteButton href={`/compose?post=${post.id}`} variant="default">
                Edit
              </WriteButton>
              <WriteButton variant="default" onClick={() => setMoving(true)}>
                Reschedule…
              </WriteButton>
            </>
          )}
          <Button component={Link} href={`/posts/${post.id}`}>
            Open
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
