import { Skeleton } from '@mantine/core'
import { ListSkeleton } from './list/cursor-list.tsx'

/** Placeholder of a page while its code or data loads. */
export function PageSkeleton() {
  return (
    <div className="page" role="status" aria-label="Loading">
      <header className="page-head">
        <div>
          <Skeleton height={28} width={180} />
          <Skeleton height={14} width={320} mt={10} maw="70vw" />
        </div>
      </header>
      <ListSkeleton />
    </div>
  )
}
