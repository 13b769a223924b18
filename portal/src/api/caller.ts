import { createContext, useContext } from 'react'
import { call } from './api.ts'
import type { Call } from './client.ts'

/** Client that calls the API with the token of a portal link. */
export const LinkContext = createContext<Call | undefined>(undefined)

/** Returns true on the page of a portal link, whose visitor is a customer without a session, key or role. */
export function useIsLink(): boolean {
  return useContext(LinkContext) !== undefined
}

export function useCall(): Call {
  return useContext(LinkContext) ?? call
}
