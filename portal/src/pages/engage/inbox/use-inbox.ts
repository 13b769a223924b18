import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useList, useRead } from '../../../api/hooks.ts'
import { usePulse } from '../../../app/use-pulse.ts'
import { useFilters } from '../../../components/list/use-filters.ts'
import { useOpenItem } from '../use-open-item.ts'
import type { Conversation } from './conversations.ts'

const NAMES = ['q', 'show', 'account', 'platform'] as const
export type InboxFilterName = (typeof NAMES)[number]
const TEXT_MAX = 200

/** Reads the conversations that the URL selects, and the open one. */
export function useInbox() {
  const filters = useFilters(NAMES)
  const { q, show, account, platform } = filters.values
  const query = {
    order: 'last_message' as const,
    status: show === 'archived' ? ('archived' as const) : ('open' as const),
    ...(show === 'unread' && { unread: true }),
    ...(q.trim() && { q: q.trim().slice(0, TEXT_MAX) }),
    ...(account && { account_id: account }),
    ...(platform && { platform }),
  }
  const list = useList('conversations.list', { query: { limit: 50, ...query } }, { everySeconds: 10 })
  const { openId, ...opening } = useOpenItem()
  const listed = list.items.find(({ id }) => id === openId)
  const read = useRead(
    'conversations.get',
    { params: { id: openId ?? '' } },
    { enabled: openId !== undefined && !listed && !list.isLoading, everySeconds: 10 },
  )
  const opened = listed ?? (openId === undefined ? undefined : read.data)
  useNews()
  return {
    filters,
    query,
    list,
    items: show === 'unread' && opened ? withOpened(list.items, opened) : list.items,
    openId,
    opened,
    problem: listed ? null : read.error,
    retry: () => void read.refetch(),
    ...opening,
  }
}

/** Keeps the open conversation in the unread list, although opening it marks it as read. */
function withOpened(items: readonly Conversation[], opened: Conversation): readonly Conversation[] {
  if (items.some(({ id }) => id === opened.id)) return items
  return [...items, opened].toSorted((a, b) => getLastMessageTime(b).localeCompare(getLastMessageTime(a)))
}

function getLastMessageTime({ last_message_at, created_at }: Conversation): string {
  return last_message_at ?? created_at
}

/** Refreshes the conversations when the unread count of the pulse changes. */
function useNews(): void {
  const queries = useQueryClient()
  const count = usePulse().data?.unread_conversations
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && count !== before.current)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('conversations.') })
    before.current = count
  }, [count, queries])
}
