import { Skeleton } from '@mantine/core'
import { ListSkeleton } from './list/cursor-list.tsx'

/** Placeholder of a page while its code or data loads. */
export function PageSkeleton() {
  return (
    <div className="page" role="status" aria-label="Loading">
      <header className="page-head">
        <div>
          <Skeleton height={24} width={180} my={2} />
          <Skeleton height={14} width={320} mt={6} maw="70vw" />
        </div>
      </header>
      <ListSkeleton />
    </div>
  )
}
