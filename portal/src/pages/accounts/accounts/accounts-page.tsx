import { PlugIcon, PlusIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import {
  type Account,
  describeAccountState,
  rateUrgency,
  readHealth,
} from '../../../resources/accounts/account-health.ts'
import { accountName, type Names, useNames } from '../../../resources/accounts/names.ts'
import { AccountTile } from '../account-tile.tsx'
import { AccountFilters, useAccountFilters } from './account-filters.tsx'
import { Attention } from './attention.tsx'

/** Lists the connected accounts, those that need attention first. */
export function AccountsPage() {
  const { query, ...filters } = useAccountFilters()
  const list = useList('accounts.list', { query: { limit: 100, ...query } }, { everySeconds: 15 })
  const names = useNames()
  const troubled = list.items.filter((account) => rateUrgency(account) > 0).toSorted(byUrgency)
  const rest = list.items.filter((account) => rateUrgency(account) <= 0).toSorted(byUrgency)
  const connect = (
    <WriteButton
      href={`/accounts/connect${filters.values.profile ? `?profile=${filters.values.profile}` : ''}`}
      leftSection={<PlusIcon size={16} />}
    >
      Connect account
    </WriteButton>
  )
  const empty = filters.isAny ? (
    <NoMatches of="accounts" onClear={filters.clear} />
  ) : (
    <EmptyState
      icon={PlugIcon}
      title="No accounts yet"
      text="Connect the pages, channels and numbers you publish and reply with. To try it out, use the sandbox: no sign-up, and nothing leaves this server."
    >
      {connect}
    </EmptyState>
  )
  return (
    <Page
      title="Accounts"
      about="The pages, channels and numbers you publish to and receive messages from."
      actions={
        <>
          <CopyAs operation="accounts.list" input={{ query }} />
          {connect}
        </>
      }
    >
      <AccountFilters {...filters} />
      {troubled.length > 0 && <Attention accounts={troubled} names={names} />}
      {(rest.length > 0 || troubled.length === 0 || list.hasMore) && (
        <CursorList label="Accounts" list={{ ...list, items: rest }} columns={buildColumns(names)} empty={empty} />
      )}
    </Page>
  )
}

function byUrgency(a: Account, b: Account): number {
  return rateUrgency(b) - rateUrgency(a)
}

function buildColumns(names: Names): Column<Account>[] {
  return [
    {
      title: 'Account',
      width: '2.4fr',
      render: (account) => (
        <AccountTile account={account} about={names.platform(account.platform)}>
          <Link href={`/accounts/${account.id}`} className="row-link">
            {accountName(account)}
          </Link>
        </AccountTile>
      ),
    },
    {
      title: 'Signed in as',
      width: '1.4fr',
      render: ({ username, display_name }) => (username === null ? display_name : `@${username.replace(/^@/, '')}`),
    },
    { title: 'Profile', width: '1.4fr', render: ({ profile_id }) => <bdi>{names.profile(profile_id)}</bdi> },
    {
      title: 'Status',
      width: '1.2fr',
      render: (account) => {
        const { word, tone } = describeAccountState(account)
        return <StatusBadge status={account.status} label={word} tone={tone} />
      },
    },
    {
      title: 'Checked',
      width: '1fr',
      render: (account) => <When at={readHealth(account).checked_at ?? null} none="Not yet" />,
    },
  ]
}
