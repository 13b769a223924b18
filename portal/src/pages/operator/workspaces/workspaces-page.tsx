import { Button } from '@mantine/core'
import { OrganizationIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import * as css from './workspaces-page.module.css'

const GrantCredits = lazyPart(async () => (await import('./grant-credits.tsx')).GrantCredits)
const OpenWorkspace = lazyPart(async () => (await import('./open-workspace.tsx')).OpenWorkspace)
const SecretOnce = lazyPart(async () => (await import('../../../components/copy/secret-once.tsx')).SecretOnce)

type Workspace = Item<'operator.workspaces'>

export function OperatorWorkspacesPage() {
  const list = useList('operator.workspaces', { query: { limit: 50 } }, { everySeconds: 30 })
  const { values, set, clear } = useFilters(['grant', 'new'])
  const [link, setLink] = useState<string>()
  const open = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => set('new', 'yes')}>
      Create workspace
    </Button>
  )
  return (
    <OperatorFrame
      actions={
        <>
          <CopyAs operation="operator.workspaces" input={{ query: {} }} />
          {open}
        </>
      }
    >
      <CursorList
        label="Workspaces"
        list={list}
        columns={buildColumns((id) => set('grant', id))}
        empty={
          <EmptyState icon={OrganizationIcon} title="No workspaces yet" text="Create a workspace and invite its owner.">
            {open}
          </EmptyState>
        }
      />
      {values.grant && <GrantCredits workspaceId={values.grant} onClose={clear} />}
      {values.new && (
        <OpenWorkspace
          onClose={clear}
          onOpened={(url) => {
            clear()
            setLink(url)
          }}
        />
      )}
      {link !== undefined && (
        <SecretOnce title="Invitation link for the owner" secret={link} onClose={() => setLink(undefined)}>
          Send it to the owner. It works once.
        </SecretOnce>
      )}
    </OperatorFrame>
  )
}

function buildColumns(grant: (id: string) => void): Column<Workspace>[] {
  return [
    {
      title: 'Workspace',
      width: '2fr',
      render: ({ id, name }) => (
        <>
          <div className="operator-name">{name}</div>
          <code className="dimmed operator-id">{id}</code>
        </>
      ),
    },
    { title: 'Created', width: '0.9fr', render: ({ created_at }) => <When at={created_at} /> },
    {
      title: 'Status',
      width: '0.8fr',
      render: ({ closed_at }) => <StatusBadge status={closed_at === null ? 'active' : 'closed'} />,
    },
    { title: 'Members', width: '0.7fr', isNumber: true, render: ({ members }) => formatNumber(members) },
    {
      title: 'Credits',
      width: '0.8fr',
      isNumber: true,
      render: ({ available }) => <Credits amount={available} isBare />,
    },
    {
      title: 'Actions',
      width: '1.4fr',
      isTitleHidden: true,
      isNumber: true,
      render: ({ id, name }) => (
        <span className={css.actions}>
          <Button
            component={Link}
            href={`/operator/audit?workspace=${id}`}
            variant="default"
            size="compact-sm"
            aria-label={`Audit log of ${name}`}
          >
            Audit
          </Button>
          <Button variant="default" size="compact-sm" aria-label={`Grant credits to ${name}`} onClick={() => grant(id)}>
            Grant credits
          </Button>
        </span>
      ),
    },
  ]
}
