import { useReachesWorkspace, useSession } from '../../app/session.ts'
import { usePulse } from '../../app/use-pulse.ts'
import { Page } from '../../components/page.tsx'
import { useAccounts } from '../../resources/accounts/names.ts'
import { Attention } from './attention.tsx'
import { Balance } from './balance.tsx'
import { Checklist } from './checklist.tsx'
import { ComingUp } from './coming-up.tsx'
import * as css from './overview-page.module.css'
import { Usage } from './usage.tsx'
import { useHome } from './use-home.ts'

/** The start page: what comes next and what needs attention, and for the whole workspace also checklist, balance and usage. */
export function OverviewPage() {
  const { user } = useSession()
  const reachesWorkspace = useReachesWorkspace()
  return (
    <Page title={`Welcome, ${user.name.split(' ')[0] ?? user.name}`}>
      {reachesWorkspace ? <WorkspaceOverview /> : <ProfilesOverview />}
    </Page>
  )
}

function WorkspaceOverview() {
  const home = useHome()
  return (
    <div className={css.overview}>
      <Checklist home={home} />
      <div className={css.side}>
        <Balance />
        {!home.error && <Attention needs={home.data?.needs_attention} />}
      </div>
      <ComingUp />
      <Usage />
    </div>
  )
}

/** The overview of a member who is limited to profiles. */
function ProfilesOverview() {
  const { data: pulse } = usePulse()
  const accounts = useAccounts()
  const signedOut = accounts.items.filter(({ status }) => status === 'reauth_required').length
  const needs = pulse && !accounts.isLoading && { accounts_signed_out: signedOut, failed_posts: pulse.failed_posts }
  return (
    <div className={css.overview}>
      <div className={css.side}>
        <Attention needs={needs || undefined} />
      </div>
      <ComingUp />
    </div>
  )
}
