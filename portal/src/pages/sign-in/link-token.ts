import { useEffect, useState } from 'react'

/** Kept for this page of the browser alone: a part that is drawn anew finds no `#` any more. */
let kept = ''

/** The secret of a link stands behind its `#`, which browsers send to no server. It is taken out of the address at once. */
export function useLinkToken(): string {
  const [token] = useState(() => {
    kept = location.hash.slice(1) || kept
    return kept
  })
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return token
}
