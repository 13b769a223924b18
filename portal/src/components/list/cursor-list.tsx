import { Button, Skeleton } from '@mantine/core'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { ListResult } from '../../api/hooks.ts'
import { ProblemAlert } from '../form/problem-alert.tsx'
import { useNow } from '../time/use-now.ts'
import { RowGroup } from './row-group.tsx'
import type { Selection } from './use-selection.ts'

const GROUP_ROWS = 50
const MINUTE_MS = 60_000

export interface Column<T> {
  readonly title: string
  /** Track of the CSS grid: `2fr`, `120px`. */
  readonly width: string
  readonly render: (item: T) => ReactNode
  /** Aligns numbers to the end of the column. */
  readonly isNumber?: boolean
  /** Shows the title to screen readers only, for a column of buttons. */
  readonly isTitleHidden?: boolean
}

interface Props<T> {
  /** Name of the list for screen readers: `API keys`. */
  readonly label: string
  readonly list: ListResult<T>
  /** Keep the array stable (a constant or `useMemo`), so that unchanged rows are not rendered again. */
  readonly columns: readonly Column<T>[]
  /** Shown instead of an empty list; says what to do. */
  readonly empty: ReactNode
  readonly getKey?: (item: T) => string
  /** Adds a checkbox to each row. */
  readonly selection?: Selection<T>
}

/**
 * A paginated list: a table on desktops, a card for each item on phones. The first column names the item; a link in it with the
 * class `row-link` covers the row. Rows far off screen are not rendered, so 10,000 of them scroll smoothly.
 */
export function CursorList<T>({ label, list, columns, empty, getKey = readItemId, selection }: Props<T>) {
  // Relative times go stale: unchanged rows are rendered again every minute.
  const now = useNow(MINUTE_MS)
  if (list.error) return <ProblemAlert problem={list.error} onRetry={list.retry} />
  if (list.isLoading) return <ListSkeleton columns={columns.length} />
  if (list.items.length === 0 && !list.hasMore) return empty
  const tracks = [...(selection ? ['18px'] : []), ...columns.map(({ width }) => `minmax(0, ${width})`)].join(' ')
  const starts = Array.from({ length: Math.ceil(list.items.length / GROUP_ROWS) }, (_, n) => n * GROUP_ROWS)
  const renderRow = (item: T) => (
    <ListRow
      key={getKey(item)}
      item={item}
      columns={columns}
      now={now}
      {...(selection && {
        id: getKey(item),
        toggle: selection.isSelectable(item) ? selection.toggle : undefined,
        isSelected: selection.ids.has(getKey(item)),
        name: selection.getItemLabel(item),
      })}
    />
  )
  const selectable = selection ? list.items.filter(selection.isSelectable).map(getKey) : []
  return (
    <>
      <div
        className="list"
        role="table"
        aria-label={label}
        aria-rowcount={list.items.length + 1}
        style={{ '--tracks': tracks } as CSSProperties}
      >
        <div className="list-head" role="row">
          {selection && (
            <div role="columnheader">
              <input
                type="checkbox"
                aria-label="Select all loaded rows"
                disabled={selectable.length === 0}
                checked={selectable.length > 0 && selectable.every((id) => selection.ids.has(id))}
                onChange={({ currentTarget }) => selection.set(currentTarget.checked ? selectable : [])}
              />
            </div>
          )}
          {columns.map(({ title, isNumber, isTitleHidden }) => (
            <div key={title} role="columnheader" className={isNumber ? 'is-number' : undefined}>
              {isTitleHidden ? <span className="hidden">{title}</span> : title}
            </div>
          ))}
        </div>
        {starts.map((start, index) => (
          <RowGroup key={start} index={index} count={Math.min(GROUP_ROWS, list.items.length - start)}>
            {() => list.items.slice(start, start + GROUP_ROWS).map(renderRow)}
          </RowGroup>
        ))}
      </div>
      {list.items.length === 0 && (
        <p className="list-none">No matches among the newest. Load more to search older ones.</p>
      )}
      {list.hasMore && (
        <Button className="load-more" variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          Load more
        </Button>
      )}
    </>
  )
}

interface RowProps<T> {
  readonly item: T
  readonly columns: readonly Column<T>[]
  readonly now: number
  /** Set if the row can be selected. */
  readonly id?: string
  readonly name?: string
  readonly isSelected?: boolean
  readonly toggle?: ((id: string) => void) | undefined
}

function Row<T>({ item, columns, id, name, isSelected = false, toggle }: RowProps<T>) {
  return (
    <div className={isSelected ? 'list-row is-selected' : 'list-row'} role="row">
      {id !== undefined && (
        <div role="cell" className="list-select">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            disabled={!toggle}
            checked={isSelected}
            onChange={() => toggle?.(id)}
          />
        </div>
      )}
      {columns.map(({ title, render, isNumber, isTitleHidden }) => (
        <div
          key={title}
          role="cell"
          className={isNumber ? 'is-number' : undefined}
          data-title={isTitleHidden ? undefined : title}
        >
          {render(item)}
        </div>
      ))}
    </div>
  )
}

const ListRow = memo(Row) as typeof Row

/** Placeholder of a list while it loads. */
export function ListSkeleton({ rows = 6, columns = 4 }: { rows?: number; columns?: number }) {
  const tracks = { '--tracks': `repeat(${columns}, minmax(0, 1fr))` } as CSSProperties
  return (
    <div className="list" style={tracks} aria-hidden>
      <div className="list-head" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="list-row">
          {Array.from({ length: columns }, (__, column) => (
            <div key={column}>
              <Skeleton height={12} width={column === 0 ? '70%' : '45%'} my={5} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function readItemId(item: unknown): string {
  return (item as { id: string }).id
}
