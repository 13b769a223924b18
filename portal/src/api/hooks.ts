import {
  type InfiniteData,
  type Query,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWorkspaceId } from '../app/workspace.ts'
import { useCall } from './caller.ts'
import type { Input, Item, OperationId, Reply } from './client.ts'
import { isOutage, type ProblemError } from './problem.ts'

type AnyCall = (id: OperationId, input?: unknown) => Promise<unknown>

function serializeParams(parts: unknown): string | undefined {
  return JSON.stringify((parts as { params?: unknown } | undefined)?.params)
}

/** Keeps showing the previous items while other filters load; another resource (`params`) starts empty. */
function keepWhileSame(input: object | undefined) {
  // oxlint-disable-next-line typescript/no-explicit-any -- queries of every shape
  return <T>(before: T | undefined, query?: Query<any, any, any, any>): T | undefined =>
    query && serializeParams((query.queryKey as readonly unknown[])[2]) === serializeParams(input) ? before : undefined
}

export interface ReadOptions<T = unknown> {
  readonly enabled?: boolean
  /** Polling interval; hidden tabs do not poll. A function decides by the latest data. */
  readonly everySeconds?: number | ((latest: T) => number | undefined)
}

/** After an outage a page recovers by itself within this time. */
export const RECOVERY_MS = 3000

/** Converts the interval for TanStack Query. A read that failed for want of the server is repeated until it succeeds. */
function toRefetchInterval<T>(
  everySeconds: ReadOptions<T>['everySeconds'],
  latest: T | undefined,
  error: ProblemError | null,
): number | false {
  if (error && isOutage(error)) return RECOVERY_MS
  const seconds =
    typeof everySeconds === 'function' ? latest !== undefined && everySeconds(latest) : (everySeconds ?? false)
  return seconds ? seconds * 1000 : false
}

/** Reads one resource. Cached data is shown at once and refreshed. */
export function useRead<Id extends OperationId>(
  id: Id,
  input?: Input<Id>,
  { enabled = true, everySeconds }: ReadOptions<Reply<Id>> = {},
): UseQueryResult<Reply<Id>, ProblemError> {
  const workspaceId = useWorkspaceId()
  const call = useCall()
  return useQuery<Reply<Id>, ProblemError>({
    queryKey: [workspaceId, id, input],
    queryFn: () => (call as AnyCall)(id, input) as Promise<Reply<Id>>,
    enabled,
    refetchInterval: ({ state }) => toRefetchInterval(everySeconds, state.data, state.error),
    placeholderData: keepWhileSame(input),
  })
}

export interface ListResult<T> {
  readonly items: readonly T[]
  readonly isLoading: boolean
  readonly error: ProblemError | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

/** Adapts items that came with another response to a list for `CursorList`. */
export function wholeList<T, Each>(
  { data, error, refetch }: UseQueryResult<T, ProblemError>,
  itemsIn: (data: T) => readonly Each[],
): ListResult<Each> {
  return {
    items: data === undefined ? [] : itemsIn(data),
    isLoading: data === undefined && !error,
    error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => void refetch(),
  }
}

type ListId = {
  [Id in OperationId]: Reply<Id> extends { data: unknown[]; next_cursor: string | null } ? Id : never
}[OperationId]

/** Longer lists are not refreshed automatically, because every page would be read again, one after the other. */
const PAGES_READ_AGAIN = 5

/** Reads a list page by page; pass the result to `CursorList`. */
export function useList<Id extends ListId>(
  id: Id,
  input?: Input<Id>,
  options: ReadOptions<readonly Item<Id>[]> = {},
): ListResult<Item<Id>> {
  const workspaceId = useWorkspaceId()
  const call = useCall()
  const parts = (input ?? {}) as { query?: object }
  const result = useInfiniteQuery<Reply<Id>, ProblemError, InfiniteData<Reply<Id>>, readonly unknown[], string | null>({
    // `useRead` caches the same list in another shape.
    queryKey: [workspaceId, id, input, 'pages'],
    queryFn: ({ pageParam }) =>
      (call as AnyCall)(id, {
        ...parts,
        query: { ...parts.query, ...(pageParam !== null && { cursor: pageParam }) },
      }) as Promise<Reply<Id>>,
    initialPageParam: null,
    getNextPageParam: (last) => (last as { next_cursor: string | null }).next_cursor,
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) =>
      isLong(state.data)
        ? false
        : toRefetchInterval(options.everySeconds, state.data && flattenPages<Id>(state.data), state.error),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    placeholderData: keepWhileSame(input),
  })
  return {
    items: useMemo(() => (result.data ? flattenPages<Id>(result.data) : []), [result.data]),
    isLoading: result.isLoading,
    error: result.error,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void loadNextPage(result),
    retry: () => void result.refetch(),
  }
}

/**
 * Reads the next page. A write reloads the list and so cancels a page that is loading: in that case the page is requested once
 * more.
 */
async function loadNextPage<T>({ data, fetchNextPage }: UseInfiniteQueryResult<InfiniteData<T>>): Promise<void> {
  const next = await fetchNextPage()
  if (!next.isError && next.data?.pages.length === data?.pages.length) await fetchNextPage()
}

function isLong(data: InfiniteData<unknown> | undefined): boolean {
  return (data?.pages.length ?? 0) > PAGES_READ_AGAIN
}

function flattenPages<Id extends ListId>({ pages }: InfiniteData<Reply<Id>>): Item<Id>[] {
  return pages.flatMap((page) => (page as unknown as { data: Item<Id>[] }).data)
}

export interface WriteOptions<Id extends OperationId> {
  /** Resources to refresh besides the operation's own: `['credits', 'posts']`. */
  readonly changes?: readonly string[]
  readonly onSuccess?: (reply: Reply<Id>) => void
}

/** Runs a write, then refreshes the data that it changed. */
export function useWrite<Id extends OperationId>(
  id: Id,
  { changes = [], onSuccess }: WriteOptions<Id> = {},
): UseMutationResult<Reply<Id>, ProblemError, Input<Id>> {
  const queries = useQueryClient()
  const call = useCall()
  const resources = [id.split('.')[0], ...changes]
  return useMutation<Reply<Id>, ProblemError, Input<Id>>({
    mutationFn: (input) => (call as AnyCall)(id, input) as Promise<Reply<Id>>,
    onSuccess: async (reply) => {
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => resources.includes(String(queryKey[1]).split('.')[0] ?? ''),
      })
      onSuccess?.(reply)
    },
  })
}
