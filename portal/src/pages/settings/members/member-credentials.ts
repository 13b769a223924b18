import type { Reply } from '../../../api/client.ts'
import { PAGES } from '../customers/portal-link-labels.ts'

interface Credential {
  readonly id: string
  readonly text: string
}

/** Lists the credentials that a member created. */
export function listCredentials({
  api_keys: keys,
  portal_links: links,
  invitations,
}: Reply<'members.credentials'>): Credential[] {
  return [
    ...keys.map(({ id, name, key_prefix }) => ({ id, text: `API key ${name ?? `${key_prefix}…`}` })),
    ...links.map(({ id, pages }) => ({
      id,
      text: `Portal link (${pages.map((page) => PAGES[page].title).join(', ')})`,
    })),
    ...invitations.map(({ id, email, role }) => ({ id, text: `Invitation of ${email} as ${role}` })),
  ]
}
