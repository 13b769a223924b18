import type { Context } from '../../../kit/context.ts'
import type { AnySource } from '../../../sources/source.ts'
import { aiArkFind, aiArkResult } from '../../../sources/vendors/ai-ark.ts'
import { openTicket, readTicket } from './tickets.ts'

/**
 * Creates the sources whose vendors call back. `getContext` is a function because the context holds these sources and does not
 * exist yet.
 */
export function callbackSources(getContext: () => Context): AnySource[] {
  const tickets = {
    open: (source: string, ticket: string) => openTicket(getContext(), { source, ticket }),
    read: (source: string, ticket: string) => readTicket(getContext().db, { source, ticket }),
  }
  return [aiArkFind(tickets), aiArkResult]
}
