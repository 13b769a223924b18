import type { ReactNode } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { accountName } from '../publish/names.ts'
import type { Account } from './account-health.ts'

interface Props {
  readonly account: Account
  /** The name, where it is more than text: a link. */
  readonly children?: ReactNode
  readonly about: ReactNode
}

/** An account with its picture: what it is called, and a line about it. */
export function AccountTile({ account, children, about }: Props) {
  const name = accountName(account)
  return (
    <span className="account-tile">
      <AccountAvatar account={account} />
      <span className="account-tile-text">
        <span className="account-tile-name">{children ?? name}</span>
        <span className="dimmed">{about}</span>
      </span>
    </span>
  )
}

/** Asks for a picture only where the platform has said that there is one. */
export function AccountAvatar({ account }: { account: Account }) {
  const input = { params: { id: account.id } }
  return (
    <Avatar
      name={accountName(account)}
      picture={account.avatar_url === null ? undefined : { operation: 'accounts.avatar', input }}
    />
  )
}
