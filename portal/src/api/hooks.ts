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
import type { ProblemError } from './problem.ts'

type AnyCall = (id: OperationId, input?: unknown) => Promise<unknown>

function serializeParams(parts: unknown): string | undefined {
  return JSON.stringify((parts as { params?: unknown } | undefined)?.params)
}

/** Other filters show the items before until theirs are read; another resource (`params`) shows nothing of the one before. */
function keepWhileSame(input: object | undefined) {
  // oxlint-disable-next-line typescript/no-explicit-any -- queries of every shape
  return <T>(before: T | undefined, query?: Query<any, any, any, any>): T | undefined =>
    query && serializeParams((query.queryKey as readonly unknown[])[2]) === serializeParams(input) ? before : undefined
}

export interface ReadOptions<T = unknown> {
  readonly enabled?: boolean
  /** For what changes by itself while it is shown; not in hidden tabs. A function decides by what was read last. */
  readonly everySeconds?: number | ((latest: T) => number | undefined)
}

/** As TanStack Query takes it. */
function toRefetchInterval<T>(everySeconds: ReadOptions<T>['everySeconds'], latest: T | undefined): number | false {
  const seconds =
    typeof everySeconds === 'function' ? latest !== undefined && everySeconds(latest) : (everySeconds ?? false)
  return seconds ? seconds * 1000 : false
}

/** Reads one thing. What was read before is shown at once and read again. */
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
    refetchInterval: ({ state }) => toRefetchInterval(everySeconds, state.data),
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

/** What comes whole with another answer, as a list for `CursorList`. */
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

/** Of a longer list every page would be read again, one after the other: it stays as it is until it is asked for. */
const PAGES_READ_AGAIN = 5

/** Reads a list page by page; hand the result to `CursorList`. */
export function useList<Id extends ListId>(
  id: Id,
  input?: Input<Id>,
  options: ReadOptions<readonly Item<Id>[]> = {},
): ListResult<Item<Id>> {
  const workspaceId = useWorkspaceId()
  const call = useCall()
  const parts = (input ?? {}) as { query?: object }
  const result = useInfiniteQuery<Reply<Id>, ProblemError, InfiniteData<Reply<Id>>, readonly unknown[], string | null>({
    // What `useRead` keeps of the same list has another shape.
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
      isLong(state.data) ? false : toRefetchInterval(options.everySeconds, state.data && flattenPages<Id>(state.data)),
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

/** A write reads the pages again, and that takes the place of the page that is being read: then it is asked for once more. */
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
  /** Resources whose shown data it changes, besides its own: `['credits', 'posts']`. */
  readonly changes?: readonly string[]
  readonly onSuccess?: (reply: Reply<Id>) => void
}

/** Changes something, then reads again what is shown of it. */
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
