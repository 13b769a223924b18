import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { userTimeZone } from '../../components/time/time.ts'
import { useNow } from '../../components/time/use-now.ts'
import { toInstant, toLocal } from '../../components/time/zoned-time.ts'
import type { Post } from '../../resources/posts/post-labels.ts'
import { useMovePost } from './use-move-post.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Reschedules a post, as an alternative to dragging. */
export function MoveDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const zone = userTimeZone()
  const now = useNow(MINUTE_MS)
  const move = useMovePost()
  const [local, setLocal] = useState(() => toLocal(post.scheduled_at ?? new Date(Date.now() + HOUR_MS), zone))
  return (
    <FormDialog
      title={post.scheduled_at ? 'Reschedule post' : 'Schedule post'}
      submitLabel={post.scheduled_at ? 'Reschedule' : 'Schedule'}
      cancel="shown"
      isSending={move.isRunning}
      problem={move.problem}
      onSubmit={() => move.to(post, toInstant(local, zone), onClose)}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label="Publish at"
        description={`In your time zone, ${zone}.`}
        value={local}
        min={toLocal(new Date(now), zone)}
        required
        data-autofocus
        onChange={({ currentTarget }) => setLocal(currentTarget.value)}
      />
    </FormDialog>
  )
}
