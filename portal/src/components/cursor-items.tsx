import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListResult } from '../api/hooks.ts'
import { ProblemAlert } from './problem-alert.tsx'

interface Props<T> {
  readonly list: ListResult<T>
  /** What it looks like before it is read, in its final size. */
  readonly skeleton: ReactNode
  /** Shown in place of an empty list; it says what to do. */
  readonly empty: ReactNode
  readonly children: (items: readonly T[]) => ReactNode
}

/** The states of a list that is read page by page, whatever its items look like. */
export function CursorItems<T>({ list, skeleton, empty, children }: Props<T>) {
  if (list.error) return <ProblemAlert problem={list.error} onRetry={list.retry} />
  if (list.isLoading) return skeleton
  if (list.items.length === 0) return empty
  return (
    <>
      {children(list.items)}
      {list.hasMore && (
        <Button className="load-more" variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          Load more
        </Button>
      )}
    </>
  )
}
