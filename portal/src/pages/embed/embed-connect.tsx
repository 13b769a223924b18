import { Button, Skeleton, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCall } from '../../api/caller.ts'
import { useList, useRead } from '../../api/hooks.ts'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { Page } from '../../components/page.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { describeAccountState } from '../../resources/accounts/account-health.ts'
import { accountName, type Platform } from '../../resources/accounts/names.ts'
import { describeAbilities, needsApp } from '../../resources/accounts/platform-abilities.ts'
import { openSignIn } from '../../resources/accounts/sign-in-page.ts'
import { ConnectionOutcome } from './connection-outcome.tsx'
import { brandName, type CurrentLink } from './current-link.ts'
import * as css from './embed-connect.module.css'

const ALL = { query: { limit: 100 } }

/** Connects accounts by the hosted page of the API and lists the connected ones. */
export function EmbedConnect({ link }: { link: CurrentLink }) {
  const site = brandName(link)
  const call = useCall()
  const platforms = useRead('platforms.list', ALL)
  const start = useMutation<never, ProblemError, Platform['id']>({
    mutationFn: async (platform) => {
      const redirect_url = `${location.origin}/embed`
      const body = { profile_id: link.profile_id ?? '', platform, mode: 'hosted', redirect_url } as const
      const { authorize_url } = await call('connections.create', { body })
      return openSignIn(authorize_url ?? '/embed')
    },
  })
  const usable = platforms.data?.data.filter((platform) => !needsApp(platform))
  return (
    <Page title="Your accounts" site={site} about={`Connect the accounts that ${site} may use on your behalf.`}>
      <ConnectionOutcome />
      <Accounts platforms={platforms.data?.data ?? []} />
      <section aria-labelledby="embed-platforms">
        <Title order={2} id="embed-platforms" mb={8}>
          Connect account
        </Title>
        {platforms.error && <ProblemAlert problem={platforms.error} onRetry={() => void platforms.refetch()} />}
        {start.error && <ProblemAlert problem={start.error} />}
        <ul className={css.platforms}>
          {!usable &&
            !platforms.error &&
            Array.from({ length: 6 }, (_, n) => <Skeleton key={n} height={66} radius={10} />)}
          {usable?.map((platform) => (
            <li key={platform.id} className="panel">
              <div>
                <b>{platform.label}</b>
                <div className="dimmed">{describeAbilities(platform)}</div>
              </div>
              <Button
                size="xs"
                aria-label={`Connect ${platform.label}`}
                loading={start.isPending && start.variables === platform.id}
                onClick={() => start.mutate(platform.id)}
              >
                Connect
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}

function Accounts({ platforms }: { platforms: readonly Platform[] }) {
  const { items, error, retry } = useList('accounts.list', ALL, { everySeconds: 10 })
  if (error) return <ProblemAlert problem={error} onRetry={retry} />
  if (items.length === 0) return null
  return (
    <section aria-labelledby="embed-accounts" className={css.accounts}>
      <Title order={2} id="embed-accounts" mb={8}>
        Connected
      </Title>
      <ul>
        {items.map((account) => {
          const { word, tone } = describeAccountState(account)
          return (
            <li key={account.id}>
              <div>
                <b>{accountName(account)}</b>
                <div className="dimmed">
                  {platforms.find(({ id }) => id === account.platform)?.label ?? account.platform}
                </div>
              </div>
              <StatusBadge status={account.status} label={word} tone={tone} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
