import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** Keeps the ID of the open item in the URL: a link opens it, and the browser's back button closes it. */
export function useOpened(name: string): [id: string, open: (id: string) => void] {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (id: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        if (id) next.set(name, id)
        else next.delete(name)
        return next
      }),
    [name, setParams],
  )
  return [params.get(name) ?? '', open]
}
