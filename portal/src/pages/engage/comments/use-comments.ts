import { useList, useRead } from '../../../api/hooks.ts'
import { useFilters } from '../../../components/list/use-filters.ts'
import { useOpenItem } from '../use-open-item.ts'

const NAMES = ['show', 'account', 'post'] as const
export type CommentFilterName = (typeof NAMES)[number]

/** Reads the comments that the URL selects, and the open one. */
export function useComments() {
  const filters = useFilters(NAMES)
  const { show, account, post } = filters.values
  const query = {
    ...(show === 'unanswered' && { unanswered: true }),
    ...(show === 'hidden' && { hidden: true }),
    ...(account && { account_id: account }),
    ...(post && { post_id: post }),
  }
  const list = useList('comments.list', { query: { limit: 50, ...query } }, { everySeconds: 10 })
  const { openId, ...opening } = useOpenItem()
  const listed = list.items.find(({ id }) => id === openId)
  const read = useRead(
    'comments.get',
    { params: { id: openId ?? '' } },
    { enabled: openId !== undefined && !listed && !list.isLoading },
  )
  return {
    filters,
    query,
    list,
    openId,
    ...opening,
    opened: listed ?? (openId === undefined ? undefined : read.data),
    problem: listed ? null : read.error,
    retry: () => void read.refetch(),
  }
}
