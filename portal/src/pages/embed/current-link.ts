import type { Reply } from '../../api/client.ts'

export type CurrentLink = Reply<'portal_links.current'>
type PortalPage = CurrentLink['pages'][number]

export const PAGE_TITLES: Readonly<Record<PortalPage, string>> = {
  connect: 'Accounts',
  webhooks: 'Webhooks',
  report: 'Report',
}

/** Returns the name shown as the owner of the page. */
export function brandName({ branding, workspace_name }: CurrentLink): string {
  return branding.name ?? workspace_name
}

/** Chooses the page by the URL. After a sign-in the URL has only the outcome of the connection. */
export function shownPage({ pages }: CurrentLink, params: URLSearchParams): PortalPage | undefined {
  const implied = params.has('endpoint') ? 'webhooks' : params.has('connection_id') ? 'connect' : undefined
  const asked = params.get('page') ?? implied
  return pages.find((page) => page === asked) ?? pages[0]
}
