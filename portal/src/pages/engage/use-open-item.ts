import { useSearchParams } from 'wouter'

export interface OpenItem {
  readonly openId: string | undefined
  /** The address at which it is open, or with undefined none: the way back on a phone. */
  readonly toHref: (id: string | undefined) => string
  /** In place of what is open: the browser's way back leads to the list. */
  readonly open: (id: string | undefined) => void
}

/** Which item of a list is open beside it; the address knows. */
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

/** The item before or after the open one; without an open one the first. */
export function findNeighbour<T extends { readonly id: string }>(
  items: readonly T[],
  openId: string | undefined,
  step: 1 | -1,
): T | undefined {
  const at = items.findIndex(({ id }) => id === openId)
  return at < 0 ? items[0] : items[at + step]
}
