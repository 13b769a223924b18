import { Anchor, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '../../../components/copy-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/when.tsx'
import { type Platform, useNames } from '../../publish/names.ts'
import { type Account, stateOf } from '../account-words.ts'
import { abilitiesOf } from '../connect/platform-words.ts'

export function AccountFacts({ account, platform }: { account: Account; platform: Platform }) {
  const names = useNames()
  const { word, tone } = stateOf(account)
  const facts: [string, ReactNode][] = [
    ['State', <StatusBadge key="state" status={account.status} label={word} tone={tone} />],
    [
      'Profile',
      <Anchor key="profile" component={Link} href={`/accounts?profile=${account.profile_id}`}>
        {names.profile(account.profile_id)}
      </Anchor>,
    ],
    ['Used for', abilitiesOf(platform)],
    ['Connected', <When key="connected" at={account.connected_at} none="Not yet" />],
    ...(account.disconnected_at
      ? ([['Disconnected', <When key="disconnected" at={account.disconnected_at} />]] as [string, ReactNode][])
      : []),
    [
      'Statistics',
      <Anchor key="analytics" component={Link} href={`/analytics?account=${account.id}`}>
        Open
      </Anchor>,
    ],
    [
      'Id',
      <span key="id" className="post-id">
        <code>{account.id}</code>
        <CopyButton value={account.id} label="Copy the id" />
      </span>,
    ],
  ]
  return (
    <section className="panel" aria-labelledby="account-facts">
      <Title order={2} id="account-facts">
        Details
      </Title>
      <dl className="post-facts account-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
