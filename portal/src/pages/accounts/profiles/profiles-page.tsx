import { Group } from '@mantine/core'
import { BriefcaseIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { useMayWrite, useReachesWorkspace } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { When } from '../../../components/time/when.tsx'
import type { Profile } from '../../../resources/accounts/names.ts'
import { type ProfileAccountsLookup, useProfileAccounts } from './use-profile-accounts.ts'

const ProfileForm = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForm)
const DeleteProfile = lazyPart(async () => (await import('./delete-profile.tsx')).DeleteProfile)

/** Lists the profiles: brands, customers or people whose accounts are connected. */
export function ProfilesPage() {
  const list = useList('profiles.list', { query: { limit: 50 } })
  const getProfileAccounts = useProfileAccounts()
  const mayWrite = useMayWrite()
  const mayCreate = useReachesWorkspace() && mayWrite
  const [, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const renamed = list.items.find(({ id }) => id === params.get('rename'))
  const [deleted, setDeleted] = useState<Profile>()
  const close = () => navigate('/profiles', { replace: true })
  const create = (
    <WriteButton reach="workspace" leftSection={<PlusIcon size={16} />} onClick={() => navigate('/profiles?new')}>
      Create profile
    </WriteButton>
  )
  return (
    <Page
      title="Profiles"
      about="A profile holds the accounts of one brand, customer or person. API keys and members can be limited to specific profiles."
      actions={
        <>
          <CopyAs operation="profiles.list" input={{}} />
          {create}
        </>
      }
    >
      <CursorList
        label="Profiles"
        list={list}
        columns={buildColumns(getProfileAccounts, (id) => navigate(`/profiles?rename=${id}`), setDeleted)}
        empty={
          <EmptyState
            icon={BriefcaseIcon}
            title="No profiles yet"
            text="Create a profile for each brand, customer or person, then connect their accounts."
          >
            {create}
          </EmptyState>
        }
      />
      {mayCreate && params.has('new') && <ProfileForm onClose={close} />}
      {mayWrite && renamed && <ProfileForm profile={renamed} onClose={close} />}
      {deleted && (
        <DeleteProfile
          profile={deleted}
          accounts={getProfileAccounts(deleted.id)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  )
}

function buildColumns(
  getProfileAccounts: ProfileAccountsLookup,
  rename: (id: string) => void,
  remove: (profile: Profile) => void,
): Column<Profile>[] {
  return [
    {
      title: 'Name',
      width: '2fr',
      render: ({ id, name }) => (
        <Link href={`/accounts?profile=${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      title: 'Accounts',
      width: '1.6fr',
      render: ({ id }) => getProfileAccounts(id).text,
    },
    {
      title: 'External ID',
      width: '1.2fr',
      render: ({ external_ref }) =>
        external_ref === null ? <span className="dimmed">–</span> : <code>{external_ref}</code>,
    },
    { title: 'Created', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    {
      title: 'Actions',
      width: '156px',
      isTitleHidden: true,
      isNumber: true,
      render: (profile) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <WriteButton
            variant="default"
            size="compact-sm"
            aria-label={`Rename ${profile.name}`}
            onClick={() => rename(profile.id)}
          >
            Rename
          </WriteButton>
          <WriteButton
            variant="default"
            size="compact-sm"
            aria-label={`Delete ${profile.name}`}
            onClick={() => remove(profile)}
          >
            Delete
          </WriteButton>
        </Group>
      ),
    },
  ]
}
