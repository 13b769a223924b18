import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { userTimeZone } from '../../components/time/time.ts'
import { toInstant, toLocal } from '../../components/time/zoned-time.ts'
import type { Post } from '../../resources/posts/post-labels.ts'
import { useMovePost } from './use-move-post.ts'

const HOUR_MS = 3_600_000

/** Reschedules a post, as an alternative to dragging. */
export function MoveDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const zone = userTimeZone()
  const move = useMovePost()
  const [local, setLocal] = useState(() => toLocal(post.scheduled_at ?? new Date(Date.now() + HOUR_MS), zone))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move.to(post, toInstant(local, zone), onClose)
  }
  return (
    <Modal opened onClose={onClose} title={post.scheduled_at ? 'Reschedule post' : 'Schedule post'}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="datetime-local"
            label="Publish at"
            description={`In your time zone, ${zone}.`}
            value={local}
            required
            data-autofocus
            onChange={({ currentTarget }) => setLocal(currentTarget.value)}
          />
          {move.problem && <ProblemAlert problem={move.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={move.isRunning}>
              {post.scheduled_at ? 'Reschedule' : 'Schedule'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
