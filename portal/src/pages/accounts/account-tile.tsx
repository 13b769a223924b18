import type { ReactNode } from 'react'
import { AccountAvatar } from '../../resources/accounts/account-avatar.tsx'
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
