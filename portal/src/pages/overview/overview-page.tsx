import { useSession } from '../../app/session.ts'
import { Page } from '../../components/page.tsx'
import { Attention } from './attention.tsx'
import { Balance } from './balance.tsx'
import { Checklist } from './checklist.tsx'
import * as css from './overview-page.module.css'
import { Usage } from './usage.tsx'
import { useHome } from './use-home.ts'

/** The start page: checklist, problems, balance and usage. */
export function OverviewPage() {
  const { user } = useSession()
  const home = useHome()
  return (
    <Page title={`Welcome, ${user.name.split(' ')[0] ?? user.name}`}>
      <div className={css.overview}>
        <Checklist home={home} />
        <div className={css.side}>
          <Balance />
          <Attention home={home} />
        </div>
        <Usage />
      </div>
    </Page>
  )
}
