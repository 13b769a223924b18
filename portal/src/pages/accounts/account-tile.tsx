import type { ReactNode } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import type { Account } from '../../resources/accounts/account-health.ts'
import { accountName } from '../../resources/accounts/names.ts'
import * as css from './account-tile.module.css'

interface Props {
  readonly account: Account
  /** Replaces the plain name, for example with a link. */
  readonly children?: ReactNode
  readonly about: ReactNode
}

/** An account with its picture, its name and a line of details. */
export function AccountTile({ account, children, about }: Props) {
  const name = accountName(account)
  return (
    <span className={css.tile}>
      <AccountAvatar account={account} />
      <span className={css.tileText}>
        <span className="account-tile-name" dir="auto">
          {children ?? name}
        </span>
        <span className="dimmed">{about}</span>
      </span>
    </span>
  )
}

/** Loads the picture only if the platform reported one. */
export function AccountAvatar({ account }: { account: Account }) {
  const input = { params: { id: account.id } }
  return (
    <Avatar
      name={accountName(account)}
      picture={account.avatar_url === null ? undefined : { operation: 'accounts.avatar', input }}
    />
  )
}
