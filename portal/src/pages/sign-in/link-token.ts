import { useState } from 'react'

/** The secret of a link stands behind its `#`, which browsers send to no server. It is taken out of the address at once. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
