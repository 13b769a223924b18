import { Text } from '@mantine/core'
import { KebabHorizontalIcon, KeyIcon, PeopleIcon, ShieldIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Item } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showDone } from '../../../components/notify.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import * as css from './users-page.module.css'

const ChangeOperator = lazyPart(async () => (await import('./user-acts.tsx')).ChangeOperator)
const ResetLink = lazyPart(async () => (await import('./user-acts.tsx')).ResetLink)
const SecretOnce = lazyPart(async () => (await import('../../../components/copy/secret-once.tsx')).SecretOnce)

type User = Item<'operator.users'>
type UserAction = 'reset' | 'operator'

export function OperatorUsersPage() {
  const list = useList('operator.users', { query: { limit: 50 } })
  const [chosen, choose] = useState<{ user: User; act: UserAction }>()
  const [link, setLink] = useState<string>()
  const close = () => choose(undefined)
  return (
    <OperatorFrame actions={<CopyAs operation="operator.users" input={{ query: {} }} />}>
      <CursorList
        label="Users"
        list={list}
        columns={buildColumns((user, act) => choose({ user, act }))}
        empty={
          <EmptyState
            icon={PeopleIcon}
            title="No users yet"
            text="Users appear here when they sign up or accept an invitation."
          />
        }
      />
      {chosen?.act === 'operator' && (
        <ChangeOperator
          user={chosen.user}
          onClose={close}
          onDone={(words) => {
            close()
            showDone(words)
          }}
        />
      )}
      {chosen?.act === 'reset' && (
        <ResetLink
          user={chosen.user}
          onClose={close}
          onMade={(url) => {
            close()
            setLink(url)
          }}
        />
      )}
      {link !== undefined && (
        <SecretOnce title="Link to set a new password" secret={link} onClose={() => setLink(undefined)}>
          <Text c="dimmed">
            It works once and expires after an hour. Give it to the user in person: anyone who has it can sign in.
          </Text>
        </SecretOnce>
      )}
    </OperatorFrame>
  )
}

function buildColumns(choose: (user: User, act: UserAction) => void): Column<User>[] {
  return [
    {
      title: 'User',
      width: '2fr',
      render: ({ name, email }) => (
        <>
          <div className="operator-name">{name}</div>
          <div className="dimmed">{email}</div>
        </>
      ),
    },
    { title: 'Last seen', width: '1fr', render: ({ last_seen_at }) => <When at={last_seen_at} none="Never" /> },
    {
      title: 'Type',
      width: '1fr',
      render: ({ is_operator }) =>
        is_operator ? <StatusBadge status="operator" tone="info" /> : <StatusBadge status="user" />,
    },
    { title: 'Workspaces', width: '0.8fr', isNumber: true, render: ({ workspaces }) => formatNumber(workspaces) },
    {
      title: 'Actions',
      width: '64px',
      isTitleHidden: true,
      isNumber: true,
      render: (user) => (
        <Dropdown
          className={`quiet-button ${css.more}`}
          label={`Actions for ${user.email}`}
          button={<KebabHorizontalIcon size={16} />}
        >
          <DropdownItem icon={KeyIcon} onClick={() => choose(user, 'reset')}>
            Create password link…
          </DropdownItem>
          <DropdownItem icon={ShieldIcon} onClick={() => choose(user, 'operator')}>
            {user.is_operator ? 'Remove operator…' : 'Make operator…'}
          </DropdownItem>
        </Dropdown>
      ),
    },
  ]
}
