import { Anchor, Title } from '@mantine/core'
import { Link } from 'wouter'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Facts } from '../../../components/facts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { type Account, describeAccountState } from '../../../resources/accounts/account-health.ts'
import { type Platform, useNames } from '../../../resources/accounts/names.ts'
import { describeAbilities } from '../../../resources/accounts/platform-abilities.ts'
import * as css from './account-facts.module.css'

export function AccountFacts({ account, platform }: { account: Account; platform: Platform }) {
  const names = useNames()
  const { word, tone } = describeAccountState(account)
  return (
    <section className="panel" aria-labelledby="account-facts">
      <Title order={2} id="account-facts">
        Details
      </Title>
      <Facts
        className={css.facts}
        items={[
          ['Status', <StatusBadge key="state" status={account.status} label={word} tone={tone} />],
          [
            'Profile',
            <Anchor key="profile" component={Link} href={`/accounts?profile=${account.profile_id}`}>
              {names.profile(account.profile_id)}
            </Anchor>,
          ],
          ['Used for', describeAbilities(platform)],
          ['Connected', <When key="connected" at={account.connected_at} none="Not yet" />],
          ['Disconnected', account.disconnected_at ? <When key="left" at={account.disconnected_at} /> : undefined],
          [
            'Analytics',
            <Anchor key="analytics" component={Link} href={`/analytics?account=${account.id}`}>
              Open
            </Anchor>,
          ],
          ['ID', <CopyableId key="id" id={account.id} />],
        ]}
      />
    </section>
  )
}
