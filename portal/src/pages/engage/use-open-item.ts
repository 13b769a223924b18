import { useSearchParams } from 'wouter'

export interface OpenItem {
  readonly openId: string | undefined
  /** Returns the URL that opens an item, or with undefined the list: the way back on phones. */
  readonly toHref: (id: string | undefined) => string
  /** Opens an item and replaces the history entry, so that the browser's back button leads to the list. */
  readonly open: (id: string | undefined) => void
}

/** Keeps the open item of a list in the URL. */
export function useOpenItem(): OpenItem {
  const [params, setParams] = useSearchParams()
  return {
    openId: params.get('open') ?? undefined,
    toHref: (id) => `?${changed(params, id).toString()}`,
    open: (id) => setParams((before) => changed(before, id), { replace: true }),
  }
}

function changed(before: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(before)
  if (id === undefined) next.delete('open')
  else next.set('open', id)
  return next
}

/** Returns the item before or after the open one; the first if none is open. */
export function findNeighbour<T extends { readonly id: string }>(
  items: readonly T[],
  openId: string | undefined,
  step: 1 | -1,
): T | undefined {
  const at = items.findIndex(({ id }) => id === openId)
  return at < 0 ? items[0] : items[at + step]
}
