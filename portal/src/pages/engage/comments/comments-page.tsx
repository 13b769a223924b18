import { useHotkeys } from '@mantine/hooks'
import { CommentIcon } from '@primer/octicons-react'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import { KeysHint } from '../keys-hint.tsx'
import { findNeighbour } from '../use-open-item.ts'
import { CommentFilters } from './comment-filters.tsx'
import { CommentList } from './comment-list.tsx'
import { CommentPane } from './comment-pane.tsx'
import { useComments } from './use-comments.ts'

const KEYS = [
  ['j', 'next comment'],
  ['k', 'previous comment'],
] as const

/** Lists the comments, with the post of the open one beside them. */
export function CommentsPage() {
  const { filters, query, list, openId, opened, problem, retry, toHref, open } = useComments()
  const names = useNames()
  const go = (step: 1 | -1) => {
    const next = findNeighbour(list.items, openId, step)
    if (next) open(next.id)
  }
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
  ])
  const isEmpty = !list.isLoading && !list.error && list.items.length === 0 && !filters.isAny && openId === undefined
  return (
    <Page
      title="Comments"
      about="Reply to, hide or delete the comments on your posts."
      width="full"
      actions={<CopyAs operation="comments.list" input={{ query }} />}
    >
      <div className="engage" data-open={openId === undefined ? undefined : true}>
        <section className="engage-list" aria-label="Comments">
          <CommentFilters {...filters} />
          {!isEmpty && (
            <CommentList list={list} openId={openId} names={names} onClear={filters.clear} toHref={toHref} />
          )}
        </section>
        {isEmpty ? (
          <div className="engage-pane engage-blank">
            <EmptyState
              icon={CommentIcon}
              title="No comments yet"
              text="Comments on posts of your connected accounts appear here. Publish a post to start a conversation."
            >
              <WriteButton href="/compose">Write a post</WriteButton>
            </EmptyState>
          </div>
        ) : openId === undefined ? (
          <KeysHint icon={CommentIcon} text="Select a comment to see it with its post." keys={KEYS} />
        ) : problem ? (
          <div className="engage-pane engage-problem">
            <ProblemAlert problem={problem} onRetry={retry} />
          </div>
        ) : (
          <CommentPane
            key={openId}
            comment={opened}
            names={names}
            backHref={toHref(undefined)}
            onOnlyPost={(id) => filters.set('post', id)}
            onDeleted={() => open(undefined)}
          />
        )}
      </div>
    </Page>
  )
}
