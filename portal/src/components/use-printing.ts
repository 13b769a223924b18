import { useSyncExternalStore } from 'react'

const query = matchMedia('print')

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Returns true while the page is laid out for paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
