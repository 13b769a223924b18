import { Group, Skeleton } from '@mantine/core'
import { KebabHorizontalIcon, PencilIcon, SyncIcon, UnlinkIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { CopyAsItems } from '../../../components/copy/copy-as.tsx'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Page } from '../../../components/page.tsx'
import { AccountAvatar } from '../../../resources/accounts/account-avatar.tsx'
import type { Account } from '../../../resources/accounts/account-health.ts'
import { accountName, usePlatforms } from '../../../resources/accounts/names.ts'
import { DisconnectAccount } from '../disconnect-account.tsx'
import { useReconnect } from '../use-reconnect.ts'
import { AccountOverview } from './account-overview.tsx'
import * as css from './account-page.module.css'
import { AccountTabs, listAccountParts } from './account-tabs.tsx'

const TemplatesPart = lazyPart(async () => (await import('./templates/templates-part.tsx')).TemplatesPart)
const NumberPart = lazyPart(async () => (await import('./number-part.tsx')).NumberPart)

const back = <BackLink href="/accounts">Accounts</BackLink>

/** One account: its health, its active entity, its feeds, and the features of its platform. */
export function AccountPage() {
  const { id = '' } = useParams()
  const part = new URLSearchParams(useSearch()).get('part') ?? 'overview'
  const { data: account, error, refetch } = useRead('accounts.get', { params: { id } }, { everySeconds: 15 })
  const platform = usePlatforms().get(account?.platform ?? '')
  if (error)
    return (
      <Page title="Account" back={back}>
        <ProblemAlert problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  const parts = platform ? listAccountParts(platform) : []
  const shown = parts.some(({ name }) => name === part) ? part : 'overview'
  return (
    <Page
      title={account ? accountName(account) : 'Account'}
      about={
        <span className={css.about}>
          {account && <AccountAvatar account={account} />}
          {account ? describeAccount(account, platform?.label) : <Skeleton height={14} width={180} my={11} />}
        </span>
      }
      back={back}
      actions={account && <Actions account={account} />}
    >
      <AccountTabs id={id} parts={parts} shown={shown} />
      {!account && <Skeleton height={360} radius={10} />}
      {account && shown === 'overview' && <AccountOverview account={account} platform={platform} />}
      {account && shown === 'templates' && <TemplatesPart account={account} />}
      {account && platform && shown === 'number' && <NumberPart account={account} platform={platform} />}
    </Page>
  )
}

function describeAccount({ platform, username, display_name }: Account, label: string | undefined): string {
  const person = username ? `@${username.replace(/^@/, '')}` : display_name
  return [label ?? platform, person && `signed in as ${person}`].filter(Boolean).join(', ')
}

function Actions({ account }: { account: Account }) {
  const reconnect = useReconnect()
  const reason = useReadOnlyReason()
  const platform = usePlatforms().get(account.platform)
  const [isDisconnecting, setDisconnecting] = useState(false)
  const isSignedIn = account.status === 'connected'
  const canPublish = isSignedIn && platform?.capabilities.includes('publish')
  return (
    <Group gap="xs">
      <Dropdown className="overflow-menu" label="More" button={<KebabHorizontalIcon size={16} />}>
        {isSignedIn && (
          <DropdownItem icon={SyncIcon} reason={reason} onClick={() => reconnect.start(account)}>
            Sign in again
          </DropdownItem>
        )}
        {account.status !== 'disconnected' && (
          <>
            <DropdownItem icon={UnlinkIcon} reason={reason} onClick={() => setDisconnecting(true)}>
              Disconnect
            </DropdownItem>
            <hr />
          </>
        )}
        <CopyAsItems operation="accounts.get" input={{ params: { id: account.id } }} />
      </Dropdown>
      {!isSignedIn && account.status !== 'pending_selection' && (
        <WriteButton loading={reconnect.runningId === account.id} onClick={() => reconnect.start(account)}>
          Reconnect
        </WriteButton>
      )}
      {canPublish && (
        <WriteButton href="/compose" leftSection={<PencilIcon size={16} />}>
          Write a post
        </WriteButton>
      )}
      {isDisconnecting && (
        <DisconnectAccount account={account} platform={platform} onClose={() => setDisconnecting(false)} />
      )}
    </Group>
  )
}
