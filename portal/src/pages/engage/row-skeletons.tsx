import { Skeleton } from '@mantine/core'

/** Placeholder rows while the list loads. */
export function RowSkeletons() {
  return (
    <div className="engage-rows" aria-hidden>
      {Array.from({ length: 7 }, (_, row) => (
        <div key={row} className="engage-row">
          <Skeleton circle height={36} />
          <span className="engage-row-text">
            <Skeleton height={10} width="55%" my={5} />
            <Skeleton height={10} width="85%" my={5} />
            <Skeleton height={10} width="40%" my={5} />
          </span>
        </div>
      ))}
    </div>
  )
}
