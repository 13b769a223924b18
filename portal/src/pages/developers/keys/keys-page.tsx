import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { type Column, CursorList } from '../../../components/cursor-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Page } from '../../../components/page.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/when.tsx'
import { WriteButton } from '../../../components/write-button.tsx'

const CreateKey = lazyPart(async () => (await import('./create-key.tsx')).CreateKey)
const RevokeKey = lazyPart(async () => (await import('./revoke-key.tsx')).RevokeKey)
const SecretOnce = lazyPart(async () => (await import('../../../components/secret-once.tsx')).SecretOnce)

type Key = Item<'api_keys.list'>

/** The keys that programs call the API with. */
export function KeysPage() {
  const list = useList('api_keys.list', { query: { limit: 50 } })
  const mayWrite = useMayWrite()
  const [, navigate] = useLocation()
  const isCreating = new URLSearchParams(useSearch()).has('new')
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<Key>()
  const create = (
    <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => navigate('/keys?new')}>
      Create a key
    </WriteButton>
  )
  return (
    <Page
      title="API keys"
      about="Programs send a key with every call. A live key spends credits; a test key gets example answers and spends none."
      actions={create}
    >
      <CursorList
        label="API keys"
        list={list}
        columns={columnsOf(setRevoking)}
        empty={
          <EmptyState
            icon={KeyIcon}
            title="No keys yet"
            text="Create one to call the API from your own program. It is shown once, so have a place ready for it."
          >
            {create}
          </EmptyState>
        }
      />
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
        <SecretOnce title="Your new key" secret={secret} onClose={() => setSecret(undefined)}>
          <div className="dimmed">Try it:</div>
          <pre className="secret">{`curl -H 'Authorization: Bearer ${secret}' \\\n  ${location.origin}/v1/credits`}</pre>
        </SecretOnce>
      )}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

function columnsOf(revoke: (key: Key) => void): Column<Key>[] {
  return [
    {
      title: 'Name',
      width: '2fr',
      render: ({ name, key_prefix }) => (
        <>
          <div className="key-name">{name ?? 'Unnamed'}</div>
          <code className="dimmed">{key_prefix}…</code>
        </>
      ),
    },
    {
      title: 'Access',
      width: '1.4fr',
      render: ({ permission, scope, profile_ids }) =>
        `${permission === 'read' ? 'Read' : 'Read and write'}${scope === 'profiles' ? `, ${profile_ids.length} profiles` : ''}`,
    },
    { title: 'Last used', width: '1fr', render: ({ last_used_at }) => <When at={last_used_at} none="Never" /> },
    { title: 'Created', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    { title: 'State', width: '1fr', render: (key) => <StatusBadge status={stateOf(key)} /> },
    {
      title: 'Revoke',
      width: '84px',
      isTitleHidden: true,
      isNumber: true,
      render: (key) =>
        stateOf(key) === 'active' && (
          <WriteButton
            variant="default"
            size="compact-sm"
            aria-label={`Revoke ${key.name ?? key.key_prefix}`}
            onClick={() => revoke(key)}
          >
            Revoke
          </WriteButton>
        ),
    },
  ]
}

function stateOf({ revoked_at, expires_at }: Key): string {
  if (revoked_at) return 'revoked'
  return expires_at && new Date(expires_at) <= new Date() ? 'expired' : 'active'
}
