import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { buildKeyColumns } from './key-columns.tsx'
import { KeyFilters, useKeyFilters } from './key-filters.tsx'
import type { Key } from './key-state.ts'
import { RevokeKey } from './revoke-key.tsx'

const CreateKey = lazyPart(async () => (await import('./create-key.tsx')).CreateKey)
const EditKey = lazyPart(async () => (await import('./edit-key.tsx')).EditKey)
const SecretOnce = lazyPart(async () => (await import('../../../components/copy/secret-once.tsx')).SecretOnce)

function namesById(list: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map(list.map(({ id, name }) => [id, name]))
}

export function KeysPage() {
  const { query, ...filters } = useKeyFilters()
  const list = useList('api_keys.list', { query: { limit: 50, include: 'spend', ...query } })
  const profiles = useList('profiles.list', { query: { limit: 100 } }).items
  const { items: members, isLoading: isReadingMembers } = useList('members.list', { query: { limit: 100 } })
  const mayWrite = useMayWrite()
  const [, navigate] = useLocation()
  const isCreating = new URLSearchParams(useSearch()).has('new')
  const [secret, setSecret] = useState<string>()
  const [editing, setEditing] = useState<Key>()
  const [revoking, setRevoking] = useState<Key>()
  const columns = useMemo(
    () =>
      buildKeyColumns(
        { profiles: namesById(profiles), members: isReadingMembers ? undefined : namesById(members) },
        { edit: setEditing, revoke: setRevoking },
      ),
    [profiles, members, isReadingMembers],
  )
  const create = (
    <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => navigate('/keys?new')}>
      Create API key
    </WriteButton>
  )
  const empty = filters.isAny ? (
    <NoMatches of="API keys" clearLabel="Show all keys" onClear={filters.clear} />
  ) : (
    <EmptyState
      icon={KeyIcon}
      title="No API keys yet"
      text="Create an API key to call the API from your own program. It is shown only once, so have a safe place ready to store it."
    >
      {create}
    </EmptyState>
  )
  return (
    <Page
      title="API keys"
      about="Programs authenticate each call with an API key. Live keys spend credits; test keys return example responses and spend none. Apps that you connected by signing in are listed here too."
      actions={
        <>
          <CopyAs operation="api_keys.list" input={{ query: { include: 'spend', ...query } }} />
          {create}
        </>
      }
    >
      <KeyFilters filters={filters} />
      <CursorList label="API keys" list={list} columns={columns} empty={empty} />
      {isCreating && mayWrite && (
        <CreateKey
          onClose={() => navigate('/keys', { replace: true })}
          onCreated={(key) => {
            navigate('/keys', { replace: true })
            setSecret(key)
          }}
        />
      )}
      {secret !== undefined && (
        <SecretOnce title="Your new API key" secret={secret} onClose={() => setSecret(undefined)}>
          <div className="dimmed">Try it:</div>
          <pre className="secret">{`curl -H 'Authorization: Bearer ${secret}' \\\n  ${location.origin}/v1/credits`}</pre>
        </SecretOnce>
      )}
      {editing && <EditKey apiKey={editing} onClose={() => setEditing(undefined)} />}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}
