import { Button, Skeleton, Title } from '@mantine/core'
import { ArrowLeftIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { AccountAvatar } from '../../../resources/accounts/account-avatar.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { CommentCard } from './comment-card.tsx'
import * as css from './comment-pane.module.css'
import { CommentedPost } from './commented-post.tsx'
import { buildCommentTrees, type Comment } from './comments.ts'

interface Props {
  /** Undefined while loading. */
  readonly comment: Comment | undefined
  readonly names: Names
  readonly backHref: string
  readonly onOnlyPost: (postId: string) => void
  readonly onDeleted: () => void
}

/** The post with its comments; the chosen comment has the reply form open. */
export function CommentPane({ comment, names, backHref, onOnlyPost, onDeleted }: Props) {
  const account = comment && names.findAccount(comment.account_id)
  return (
    <section className="engage-pane" aria-label="Post and comments">
      <header className="engage-head">
        <Link href={backHref} className="icon-button engage-back" aria-label="Back to comments">
          <ArrowLeftIcon size={16} />
        </Link>
        {account && <AccountAvatar account={account} />}
        <div className="engage-who">
          <Title order={2} className="truncate">
            {comment ? (names.account(comment.account_id) ?? 'Account') : 'Comments'}
          </Title>
          <div className="dimmed truncate">{comment && names.platform(comment.platform)}</div>
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div className={`engage-scroll ${css.scroll}`} tabIndex={0} role="region" aria-label="Discussion">
        {comment ? (
          <>
            <CommentedPost comment={comment} onOnlyPost={onOnlyPost} />
            <Discussion chosen={comment} onDeleted={onDeleted} />
          </>
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </section>
  )
}

function Discussion({ chosen, onDeleted }: { chosen: Comment; onDeleted: () => void }) {
  const { account_id, external_media_id } = chosen
  const query = { account_id, ...(external_media_id !== null && { external_media_id }), limit: 100 }
  const list = useList('comments.list', { query }, { enabled: external_media_id !== null, everySeconds: 10 })
  // The chosen comment is shown at once; the others follow with the list.
  const known = external_media_id === null ? [] : list.items
  const comments = known.some(({ id }) => id === chosen.id) ? known : [...known, chosen]
  return (
    <>
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.hasMore && (
        <Button
          className={css.older}
          size="xs"
          variant="subtle"
          color="gray"
          onClick={list.loadMore}
          loading={list.isLoadingMore}
        >
          Load older comments
        </Button>
      )}
      <ol className={css.tree} aria-label="Comments on this post">
        {buildCommentTrees(comments).map(({ comment, replies }) => (
          <li key={comment.id}>
            <CommentCard comment={comment} isChosen={comment.id === chosen.id} onDeleted={onDeleted} />
            {replies.length > 0 && (
              <ol className={css.replies}>
                {replies.map((reply) => (
                  <li key={reply.id}>
                    <CommentCard comment={reply} isChosen={reply.id === chosen.id} onDeleted={onDeleted} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
