import { Group } from '@mantine/core'
import { useState } from 'react'
import type { Item } from '../../../api/client.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { When } from '../../../components/time/when.tsx'
import { usePlatforms } from '../../../resources/accounts/names.ts'
import { DeleteReply } from './delete-reply.tsx'
import * as css from './review-reply.module.css'

interface Props {
  readonly review: Item<'reviews.list'>
  readonly name: string
  readonly reply: { readonly body: string; readonly created_at: string }
  readonly onEdit: () => void
}

/** The public reply below a review. */
export function ReviewReply({ review, name, reply, onEdit }: Props) {
  const canDelete = usePlatforms().get(review.platform)?.capabilities.includes('reviews.delete_reply') ?? false
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className={css.reply}>
      <div className="dimmed">
        Your reply, <When at={reply.created_at} />
      </div>
      <p className="reviews-text" dir="auto">
        {reply.body}
      </p>
      <Group gap={6}>
        <WriteButton size="compact-xs" variant="default" aria-label={`Edit reply to ${name}`} onClick={onEdit}>
          Edit
        </WriteButton>
        {canDelete && (
          <WriteButton
            size="compact-xs"
            variant="default"
            aria-label={`Delete reply to ${name}`}
            onClick={() => setDeleting(true)}
          >
            Delete
          </WriteButton>
        )}
      </Group>
      {isDeleting && <DeleteReply id={review.id} name={name} onClose={() => setDeleting(false)} />}
    </div>
  )
}
