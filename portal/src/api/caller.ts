import { createContext, useContext } from 'react'
import { call } from './api.ts'
import type { Call } from './client.ts'

/** Calls the API by the token of a portal link, for the parts of its page. */
export const LinkContext = createContext<Call | undefined>(undefined)

/** Whether this is the page of a portal link: a customer looks at it, who has no session, no key and no role. */
export function useIsLink(): boolean {
  return useContext(LinkContext) !== undefined
}

export function useCall(): Call {
  return useContext(LinkContext) ?? call
}
