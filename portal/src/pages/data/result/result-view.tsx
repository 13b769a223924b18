import { useState } from 'react'
import type { ListResult } from '../../../api/hooks.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { CursorList } from '../../../components/list/cursor-list.tsx'
import type { OpenAction } from './ask.ts'
import { columnsFor } from './columns.tsx'
import { SingleCard } from './single-card.tsx'

const ItemDrawer = lazyPart(async () => (await import('./item-drawer.tsx')).ItemDrawer)

/** Shows one result as a card, many as a table. */
export function ResultView({ items, isList, ask }: { items: readonly unknown[]; isList: boolean; ask: OpenAction }) {
  const [opened, setOpened] = useState<unknown>()
  if (!isList) return <SingleCard value={items[0]} ask={ask} />
  return (
    <>
      <CursorList
        label="Results"
        list={wholeList(items)}
        columns={columnsFor(items[0], { ask, open: setOpened })}
        getKey={(item) => String(items.indexOf(item))}
        empty={null}
      />
      {opened !== undefined && <ItemDrawer item={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function wholeList(items: readonly unknown[]): ListResult<unknown> {
  const nothing = () => {}
  return {
    items,
    isLoading: false,
    error: null,
    hasMore: false,
    isLoadingMore: false,
    loadMore: nothing,
    retry: nothing,
  }
}
