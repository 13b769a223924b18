import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import { PlatformName } from '../../../resources/platforms/platform-name.tsx'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { PostMedia } from '../../../resources/posts/post-media.tsx'
import { MoveDialog } from '../move-dialog.tsx'
import * as css from './post-dialog.module.css'
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
          <span className={`dimmed ${css.accounts}`}>
            {post.targets.map(({ id, account_id, platform }) => (
              <PlatformName key={id} platform={platform}>
                {names.account(account_id) ?? platform}
              </PlatformName>
            ))}
          </span>
        </Group>
        {post.media_ids.length > 0 && <PostMedia ids={post.media_ids} />}
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
