import { useState } from 'react'
import type { Item } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { When } from '../../../components/time/when.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { hasPicture, personName } from '../people.ts'
import { ReplyForm } from '../reply-form.tsx'
import * as css from './review-card.module.css'
import { ReviewReply } from './review-reply.tsx'
import { Stars } from './stars.tsx'

type Review = Item<'reviews.list'>

export function ReviewCard({ review, names }: { review: Review; names: Names }) {
  const { id, author, rating, body, reply, occurred_at, created_at, platform, account_id } = review
  const name = personName(author)
  const picture = { operation: 'reviews.avatar' as const, input: { params: { id } } }
  const [isWriting, setWriting] = useState(false)
  return (
    <article className={`panel ${css.card}`} aria-label={`Review by ${name}`}>
      <header>
        <Avatar
          name={name}
          picture={hasPicture(author) ? picture : undefined}
          badge={<PlatformIcon platform={platform} size={12} />}
        />
        <div>
          <b dir="auto">{name}</b>
          <div className="dimmed">
            {names.platform(platform)} · <bdi>{names.account(account_id) ?? 'Account'}</bdi> ·{' '}
            <When at={occurred_at ?? created_at} />
          </div>
        </div>
        <Stars rating={rating} />
      </header>
      <p className="reviews-text" dir="auto">
        {body ?? <span className="dimmed">No comment</span>}
      </p>
      {isWriting ? (
        <WriteReply review={review} name={name} onClose={() => setWriting(false)} />
      ) : reply ? (
        <ReviewReply review={review} name={name} reply={reply} onEdit={() => setWriting(true)} />
      ) : (
        <WriteButton size="xs" variant="default" aria-label={`Reply to ${name}`} onClick={() => setWriting(true)}>
          Reply
        </WriteButton>
      )}
    </article>
  )
}

/** Writes the reply of a review, which has only one: an existing reply is replaced. */
function WriteReply({ review, name, onClose }: { review: Review; name: string; onClose: () => void }) {
  const { id, reply } = review
  const write = useWrite('reviews.reply', { onSuccess: onClose })
  return (
    <ReplyForm
      label={`Reply to ${name}`}
      {...(reply && { initial: reply.body })}
      sendLabel={reply ? 'Save reply' : 'Send reply'}
      isSending={write.isPending}
      problem={write.error}
      onSend={(body) => write.mutate({ params: { id }, body: { body } })}
      onCancel={onClose}
    />
  )
}
