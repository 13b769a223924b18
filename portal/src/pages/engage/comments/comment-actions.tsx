import { Group } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { usePlatforms } from '../../../resources/accounts/names.ts'
import type { Comment } from './comments.ts'

interface Props {
  readonly comment: Comment
  readonly onReply: () => void
  readonly onDelete: () => void
}

const LOOK = { size: 'compact-xs', variant: 'default' } as const
type VisibilityChange = 'hide' | 'unhide'
const OPPOSITES = { hide: 'unhide', unhide: 'hide' } as const

/** The actions on a comment that its platform supports. */
export function CommentActions({ comment, onReply, onDelete }: Props) {
  const { id, platform, is_own, is_hidden, can_reply } = comment
  const capabilities = usePlatforms().get(platform)?.capabilities ?? []
  const moderate = useWrite('comments.moderate')
  const change = (action: VisibilityChange, canUndo: boolean) =>
    moderate.mutate(
      { params: { id }, body: { action } },
      {
        onError: showProblem,
        onSuccess: () =>
          showDone(
            action === 'hide' ? 'Comment hidden' : 'Comment unhidden',
            canUndo ? () => change(OPPOSITES[action], false) : undefined,
          ),
      },
    )
  const toggle = is_hidden ? 'unhide' : 'hide'
  return (
    <Group gap={6} mt={6}>
      {can_reply && (
        <WriteButton {...LOOK} onClick={onReply}>
          Reply
        </WriteButton>
      )}
      {!is_own && capabilities.includes(`comments.${toggle}`) && (
        <WriteButton
          {...LOOK}
          loading={moderate.isPending}
          onClick={() => change(toggle, capabilities.includes(`comments.${OPPOSITES[toggle]}`))}
        >
          {is_hidden ? 'Unhide' : 'Hide'}
        </WriteButton>
      )}
      {capabilities.includes('comments.delete') && (
        <WriteButton {...LOOK} onClick={onDelete}>
          Delete
        </WriteButton>
      )}
    </Group>
  )
}
