import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { When } from '../../../components/time/when.tsx'
import { personHandle, personName } from '../people.ts'
import { ReplyForm } from '../reply-form.tsx'
import { CommentActions } from './comment-actions.tsx'
import * as css from './comment-card.module.css'
import { authorPicture, CommentState } from './comment-state.tsx'
import { type Comment, getCommentTime } from './comments.ts'
import { DeleteComment } from './delete-comment.tsx'

interface Props {
  readonly comment: Comment
  /** The opened comment: it is highlighted, with the reply form open. */
  readonly isChosen: boolean
  readonly onDeleted: () => void
}

export function CommentCard({ comment, isChosen, onDeleted }: Props) {
  const { author, body, is_own, is_answered, can_reply } = comment
  const name = personName(author)
  const card = useRef<HTMLElement>(null)
  const [isReplying, setReplying] = useState(useMayWrite() && isChosen && can_reply && !is_own && !is_answered)
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <article ref={card} className={css.card} aria-current={isChosen || undefined} aria-label={`Comment by ${name}`}>
      <Avatar name={name} picture={authorPicture(comment)} />
      <div className={css.text}>
        <div className="engage-row-head">
          <b dir="auto">{name}</b>
          <span className="dimmed">{personHandle(author)}</span>
          <span className="engage-row-time dimmed">
            <When at={getCommentTime(comment)} />
          </span>
          <CommentState comment={comment} />
        </div>
        <p dir="auto">{body ?? <span className="dimmed">No text</span>}</p>
        <CommentActions comment={comment} onReply={() => setReplying(true)} onDelete={() => setDeleting(true)} />
        {isReplying && <Reply comment={comment} name={name} onClose={() => setReplying(false)} />}
      </div>
      {isDeleting && (
        <DeleteComment
          comment={comment}
          name={name}
          onClose={() => setDeleting(false)}
          {...(isChosen && { onDeleted })}
        />
      )}
    </article>
  )
}

function Reply({ comment, name, onClose }: { comment: Comment; name: string; onClose: () => void }) {
  const reply = useWrite('comments.reply', { onSuccess: onClose })
  return (
    <ReplyForm
      label={`Reply to ${name}`}
      sendLabel="Send reply"
      isSending={reply.isPending}
      problem={reply.error}
      onSend={(body) => reply.mutate({ params: { id: comment.id }, body: { body } })}
      onCancel={onClose}
    />
  )
}
