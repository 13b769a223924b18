import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListResult } from '../../api/hooks.ts'
import { ProblemAlert } from '../form/problem-alert.tsx'

interface Props<T> {
  readonly list: ListResult<T>
  /** Placeholder of the final size, shown while loading. */
  readonly skeleton: ReactNode
  /** Shown instead of an empty list; says what to do. */
  readonly empty: ReactNode
  readonly children: (items: readonly T[]) => ReactNode
}

/** Handles the states of a paginated list, whatever its items look like. */
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
