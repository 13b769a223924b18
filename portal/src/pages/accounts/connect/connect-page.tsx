import { Skeleton } from '@mantine/core'
import { useSearch } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { Page } from '../../../components/page.tsx'
import { accountName, usePlatforms } from '../../../resources/accounts/names.ts'
import { ConnectionResult } from './connection-result.tsx'
import { PlatformChoice } from './platform-choice.tsx'
import { SignInPart } from './sign-in-part.tsx'

/** Connects an account in steps: platform, sign-in, entity. Each step has its own URL. */
export function ConnectPage() {
  const params = new URLSearchParams(useSearch())
  const [connection, account, platform] = ['connection_id', 'account', 'platform'].map((name) => params.get(name))
  if (connection) return <ConnectionResult id={connection} />
  if (account) return <ReconnectPage accountId={account} />
  return platform ? <PlatformPage id={platform} profileId={params.get('profile')} /> : <ChoicePage />
}

function back(href: string, text: string) {
  return <BackLink href={href}>{text}</BackLink>
}

function ChoicePage() {
  return (
    <Page
      title="Connect account"
      about="Choose a platform. You sign in on the platform itself, or enter a token that it issued."
      back={back('/accounts', 'Accounts')}
    >
      <PlatformChoice />
    </Page>
  )
}

function PlatformPage({ id, profileId }: { id: string; profileId: string | null }) {
  const platform = usePlatforms().get(id)
  return (
    <Page
      title={platform ? `Connect ${platform.label}` : 'Connect account'}
      back={back('/accounts/connect', 'All platforms')}
    >
      {platform ? <SignInPart platform={platform} profileId={profileId} /> : <Skeleton height={320} maw={560} />}
    </Page>
  )
}

function ReconnectPage({ accountId }: { accountId: string }) {
  const { data: account, error, refetch } = useRead('accounts.get', { params: { id: accountId } })
  const platform = usePlatforms().get(account?.platform ?? '')
  return (
    <Page
      title={account ? `Reconnect ${accountName(account)}` : 'Reconnect'}
      about="Sign in as the same user. The account keeps its ID, its active page or channel, and its history."
      back={back(`/accounts/${accountId}`, 'Account')}
    >
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {account && platform && <SignInPart platform={platform} profileId={account.profile_id} account={account} />}
      {!error && !(account && platform) && <Skeleton height={320} maw={560} />}
    </Page>
  )
}
