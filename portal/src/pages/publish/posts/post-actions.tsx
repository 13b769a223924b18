import { Text } from '@mantine/core'
import { CalendarIcon, CopyIcon, KebabHorizontalIcon, PencilIcon, TrashIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useReadOnlyReason } from '../../../app/session.ts'
import { CopyAsItems } from '../../../components/copy/copy-as.tsx'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { MovePost } from '../move-post.tsx'

type PostAction = 'cancel' | 'unpublish' | 'delete'

const WORDS: Readonly<
  Record<PostAction, { title: string; button: string; keep?: string; text: string; done: string }>
> = {
  cancel: {
    title: 'Cancel this post?',
    button: 'Cancel post',
    keep: 'Keep post',
    text: 'The post will not be published to any more accounts. Anything already published stays.',
    done: 'Post canceled',
  },
  unpublish: {
    title: 'Unpublish this post?',
    button: 'Unpublish',
    text: 'This deletes the post on every platform that allows it, including its comments and likes. This cannot be undone.',
    done: 'Post unpublished',
  },
  delete: {
    title: 'Delete this post?',
    button: 'Delete post',
    text: 'Its record and history are deleted from this server. If it is scheduled, it will not be published.',
    done: 'Post deleted',
  },
}

/** The actions that a post's status permits. */
export function PostActions({ post }: { post: Post }) {
  const { id, status, targets } = post
  const reason = useReadOnlyReason()
  const [act, setAct] = useState<PostAction>()
  const [isMoving, setMoving] = useState(false)
  const [, navigate] = useLocation()
  const close = () => setAct(undefined)
  const is = (...states: string[]) => targets.some((target) => states.includes(target.status))
  const isEditable = status === 'draft' || status === 'scheduled'
  return (
    <>
      <Dropdown className="overflow-menu" label="More" button={<KebabHorizontalIcon size={16} />}>
        <DropdownItem icon={CopyIcon} reason={reason} href={`/compose?copy=${id}`}>
          Duplicate
        </DropdownItem>
        {isEditable && (
          <DropdownItem icon={CalendarIcon} reason={reason} onClick={() => setMoving(true)}>
            {status === 'draft' ? 'Schedule…' : 'Reschedule…'}
          </DropdownItem>
        )}
        {status !== 'draft' && is('pending') && (
          <DropdownItem icon={XIcon} reason={reason} onClick={() => setAct('cancel')}>
            Cancel…
          </DropdownItem>
        )}
        {is('published') && (
          <DropdownItem icon={XIcon} reason={reason} onClick={() => setAct('unpublish')}>
            Unpublish…
          </DropdownItem>
        )}
        {!is('published', 'publishing', 'processing', 'unconfirmed') && (
          <DropdownItem icon={TrashIcon} reason={reason} onClick={() => setAct('delete')}>
            Delete…
          </DropdownItem>
        )}
        <hr />
        <CopyAsItems operation="posts.get" input={{ params: { id } }} />
      </Dropdown>
      {isEditable && (
        <WriteButton href={`/compose?post=${id}`} leftSection={<PencilIcon size={16} />}>
          Edit
        </WriteButton>
      )}
      {act && (
        <ConfirmDialog
          operation={`posts.${act}`}
          input={{ params: { id } }}
          isDangerous
          title={WORDS[act].title}
          confirmLabel={WORDS[act].button}
          cancelLabel={WORDS[act].keep}
          doneMessage={WORDS[act].done}
          onDone={() => {
            close()
            if (act === 'delete') navigate('/posts', { replace: true })
          }}
          onClose={close}
        >
          <Text>{WORDS[act].text}</Text>
        </ConfirmDialog>
      )}
      {isMoving && <MovePost post={post} onClose={() => setMoving(false)} />}
    </>
  )
}
