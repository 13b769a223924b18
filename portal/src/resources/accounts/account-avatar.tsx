import { Avatar } from '../../components/avatar.tsx'
import { PlatformIcon } from '../platforms/platform-icon.tsx'
import { type Account, accountName } from './names.ts'

/** Picture of an account with the logo of its platform in the corner; it is loaded only if the platform reported one. */
export function AccountAvatar({ account, size = 32 }: { account: Account; size?: number }) {
  const input = { params: { id: account.id } }
  return (
    <Avatar
      name={accountName(account)}
      picture={account.avatar_url === null ? undefined : { operation: 'accounts.avatar', input }}
      size={size}
      badge={<PlatformIcon platform={account.platform} size={size < 32 ? 10 : 12} />}
    />
  )
}
