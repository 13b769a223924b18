import { useSession } from '../../app/session.ts'
import { Page } from '../../components/page.tsx'
import { Balance } from './balance.tsx'
import { Checklist } from './checklist.tsx'
import { Usage } from './usage.tsx'

/** What matters now: the first steps, the balance, and what was used. */
export function OverviewPage() {
  const { user } = useSession()
  return (
    <Page title={`Welcome, ${user.name.split(' ')[0] ?? user.name}`}>
      <div className="overview">
        <Checklist />
        <Balance />
        <Usage />
      </div>
    </Page>
  )
}
