import type { Reply } from '../../api/client.ts'

export type CurrentLink = Reply<'portal_links.current'>
type PortalPage = CurrentLink['pages'][number]

export const PAGE_TITLES: Readonly<Record<PortalPage, string>> = { connect: 'Accounts', webhooks: 'Webhooks' }

/** Whose page it is. */
export function brandName({ branding, workspace_name }: CurrentLink): string {
  return branding.name ?? workspace_name
}

/** The page of the link that an address is about: people who come back from a sign-in have its outcome in it. */
export function shownPage({ pages }: CurrentLink, params: URLSearchParams): PortalPage | undefined {
  const implied = params.has('endpoint') ? 'webhooks' : params.has('connection_id') ? 'connect' : undefined
  const asked = params.get('page') ?? implied
  return pages.find((page) => page === asked) ?? pages[0]
}
