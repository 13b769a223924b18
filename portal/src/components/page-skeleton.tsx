import { Skeleton } from '@mantine/core'
import { ListSkeleton } from './cursor-list.tsx'

/** A page of the usual shape while its code or its data is loaded. */
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
