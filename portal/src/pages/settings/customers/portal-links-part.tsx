import { LinkIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { useProfiles } from '../../../resources/accounts/names.ts'
import { describeLinkState, PAGES } from './portal-link-labels.ts'
import * as css from './portal-links-part.module.css'

type PortalLink = Item<'portal_links.list'>

const CreateLink = lazyPart(async () => (await import('./create-link.tsx')).CreateLink)
const SecretOnce = lazyPart(async () => (await import('../../../components/copy/secret-once.tsx')).SecretOnce)

/** Lists the portal links, which give customers temporary access to a page. */
export function PortalLinksPart() {
  const [, navigate] = useLocation()
  const isCreating = new URLSearchParams(useSearch()).has('new-link')
  const mayWrite = useMayWrite()
  const [url, setUrl] = useState<string>()
  const list = useList('portal_links.list', { query: { limit: 10 } })
  const profiles = useProfiles().items
  const { mutate: revoke } = useWrite('portal_links.revoke', {
    onSuccess: () => showDone('Portal link revoked'),
  })
  const columns = useMemo(
    () =>
      buildColumns(
        (id) => profiles.find((each) => each.id === id)?.name ?? id,
        (id) => revoke({ params: { id } }, { onError: showProblem }),
      ),
    [profiles, revoke],
  )
  const close = () => navigate('/settings', { replace: true })
  return (
    <Section
      title="Portal links"
      about="A portal link gives one of your customers temporary access to a single page, to connect accounts or to manage webhooks."
      actions={
        <WriteButton leftSection={<LinkIcon size={16} />} onClick={() => navigate('/settings?new-link')}>
          Create portal link…
        </WriteButton>
      }
    >
      <CursorList
        label="Portal links"
        list={list}
        columns={columns}
        empty={<p className={`dimmed ${css.none}`}>No recent portal links.</p>}
      />
      {isCreating && mayWrite && (
        <CreateLink
          onClose={close}
          onCreated={(made) => {
            close()
            setUrl(made.url)
          }}
        />
      )}
      {url !== undefined && (
        <SecretOnce
          title="Portal link for your customer"
          about="Share it only with the customer it is for. You cannot see it again after closing this dialog."
          secret={url}
          onClose={() => setUrl(undefined)}
        />
      )}
    </Section>
  )
}

function buildColumns(
  getProfileName: (profileId: string) => string,
  revoke: (id: string) => void,
): Column<PortalLink>[] {
  return [
    {
      title: 'Pages',
      width: '1.6fr',
      render: ({ pages }) => pages.map((page) => PAGES[page].title).join(' · '),
    },
    {
      title: 'For',
      width: '1.4fr',
      render: ({ profile_id }) => (profile_id === null ? 'Whole workspace' : getProfileName(profile_id)),
    },
    { title: 'Expires', width: '1.2fr', render: ({ expires_at }) => <When at={expires_at} isAbsolute /> },
    { title: 'Status', width: '1fr', render: (link) => <StatusBadge status="" {...describeLinkState(link)} /> },
    {
      title: 'Revoke',
      width: '100px',
      isTitleHidden: true,
      isNumber: true,
      render: (link) =>
        describeLinkState(link).label === 'Active' && (
          <WriteButton variant="default" size="compact-sm" onClick={() => revoke(link.id)}>
            Revoke
          </WriteButton>
        ),
    },
  ]
}
