import { Button, Group, Skeleton } from '@mantine/core'
import { CheckCircleIcon, ClockIcon, PencilIcon, PlusIcon, StopIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { accountName, usePlatforms } from '../../../resources/accounts/names.ts'
import { EntityChoice } from './entity-choice.tsx'

type Connection = Reply<'connections.get'>

/** Shows the state of a connection when the user returns from the platform. */
export function ConnectionResult({ id }: { id: string }) {
  const { data: connection, error, refetch } = useRead('connections.get', { params: { id } })
  const label = usePlatforms().get(connection?.platform ?? '')?.label ?? ''
  return (
    <Page
      title={connection?.status === 'awaiting_selection' ? 'Choose what to connect' : `Connect ${label || 'account'}`}
      {...(connection?.status === 'awaiting_selection' && {
        about: `You are signed in to ${label}. Select the page, channel or number to use; you can change it later.`,
      })}
      back={<BackLink href="/accounts">Accounts</BackLink>}
    >
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!connection && !error && <Skeleton height={280} radius={10} />}
      {connection?.status === 'awaiting_selection' && <EntityChoice connection={connection} label={label} />}
      {connection?.status === 'completed' && <Connected accountId={connection.account_id ?? ''} label={label} />}
      {connection && <NotConnected connection={connection} label={label} />}
    </Page>
  )
}

function Connected({ accountId, label }: { accountId: string; label: string }) {
  const { data: account } = useRead('accounts.get', { params: { id: accountId } })
  return (
    <EmptyState
      icon={CheckCircleIcon}
      title={account ? `${accountName(account)} connected` : 'Account connected'}
      text={`You can now publish to ${label} and receive comments and messages from it.`}
    >
      <Group justify="center">
        <Button component={Link} href="/accounts/connect" variant="default" leftSection={<PlusIcon size={16} />}>
          Connect another account
        </Button>
        <Button component={Link} href={`/accounts/${accountId}`} variant="default">
          View account
        </Button>
        <Button component={Link} href="/compose" leftSection={<PencilIcon size={16} />}>
          Write a post
        </Button>
      </Group>
    </EmptyState>
  )
}

const ENDINGS: Partial<Record<Connection['status'], { title: string; text: string }>> = {
  failed: { title: 'Account not connected', text: 'The sign-in was refused or canceled.' },
  expired: { title: 'This sign-in has expired', text: 'A sign-in must be completed within an hour.' },
  awaiting_user: { title: 'This sign-in is not complete', text: 'Start again to sign in on the platform.' },
}

function NotConnected({ connection, label }: { connection: Connection; label: string }) {
  const ending = ENDINGS[connection.status]
  if (!ending) return null
  const { account_id, platform, profile_id, error } = connection
  const again = account_id ? `account=${account_id}` : `platform=${platform}&profile=${profile_id}`
  return (
    <EmptyState
      icon={connection.status === 'failed' ? StopIcon : ClockIcon}
      title={ending.title}
      text={
        error ? (
          <>
            {error.code === 'access_denied' ? `Access was denied on ${label}.` : error.message}{' '}
            <code>{error.code}</code>
          </>
        ) : (
          ending.text
        )
      }
    >
      <Button component={Link} href={`/accounts/connect?${again}`}>
        Try {label || 'it'} again
      </Button>
    </EmptyState>
  )
}
