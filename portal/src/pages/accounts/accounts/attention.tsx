import { Title } from '@mantine/core'
import { Link } from 'wouter'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import {
  type Account,
  describeAccountProblem,
  describeAccountState,
} from '../../../resources/accounts/account-health.ts'
import { accountName, type Names } from '../../../resources/accounts/names.ts'
import { AccountTile } from '../account-tile.tsx'
import { useReconnect } from '../use-reconnect.ts'
import * as css from './attention.module.css'

/** Lists the accounts with current or upcoming problems, each with the button that fixes it. */
export function Attention({ accounts, names }: { accounts: readonly Account[]; names: Names }) {
  const reconnect = useReconnect()
  return (
    <section className={css.attention} aria-labelledby="accounts-attention">
      <Title order={2} id="accounts-attention">
        Needs attention
      </Title>
      <ul>
        {accounts.map((account) => {
          const name = accountName(account)
          const { word, tone } = describeAccountState(account)
          return (
            <li key={account.id}>
              <AccountTile
                account={account}
                about={`${names.platform(account.platform)} · ${names.profile(account.profile_id)}`}
              >
                <Link href={`/accounts/${account.id}`}>{name}</Link>
              </AccountTile>
              <div className={css.trouble}>
                <StatusBadge status={account.status} label={word} tone={tone} />
                <p>{describeAccountProblem(account)}</p>
              </div>
              {account.status === 'pending_selection' ? (
                <WriteButton size="xs" href={`/accounts/${account.id}`} aria-label={`Select what ${name} acts as`}>
                  Select
                </WriteButton>
              ) : account.status === 'connected' ? (
                <WriteButton size="xs" variant="default" href={`/accounts/${account.id}`} aria-label={`View ${name}`}>
                  View
                </WriteButton>
              ) : (
                <WriteButton
                  size="xs"
                  loading={reconnect.runningId === account.id}
                  aria-label={`Reconnect ${name}`}
                  onClick={() => reconnect.start(account)}
                >
                  Reconnect
                </WriteButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
