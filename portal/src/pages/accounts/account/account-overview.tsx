import { Skeleton } from '@mantine/core'
import type { Account } from '../../../resources/accounts/account-health.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import { AccountFacts } from './account-facts.tsx'
import { EntitiesPart } from './entities-part.tsx'
import { FeedsPart } from './feeds-part.tsx'
import { HealthPart } from './health-part.tsx'

export function AccountOverview({ account, platform }: { account: Account; platform: Platform | undefined }) {
  return (
    <div className="post">
      <div className="post-main">
        <HealthPart account={account} />
        <EntitiesPart account={account} />
        <FeedsPart account={account} />
      </div>
      <aside className="post-side">
        {platform ? <AccountFacts account={account} platform={platform} /> : <Skeleton height={300} radius={10} />}
      </aside>
    </div>
  )
}
