import { Suspense, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { toProblem } from '../api/problem.ts'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { setTimePreferences } from '../components/time/time.ts'
import { areas } from './areas.ts'
import { lazyPage } from './lazy-page.ts'
import { NotFoundPage, OutOfReachPage } from './not-found-page.tsx'
import { type CurrentSession, chooseWorkspace, SessionContext, useSessionQuery } from './session.ts'
import { Shell } from './shell.tsx'
import { StartProblem } from './start-problem.tsx'
import { SudoDialog } from './sudo/sudo-dialog.tsx'
import { isForVisitors, Visitor } from './visitor.tsx'
import { rememberWorkspace, WorkspaceContext } from './workspace.ts'

const pages = areas.flatMap((area) =>
  area.pages.map(({ path, load, reach = area.reach }) => ({ path, reach, Page: lazyPage(load) })),
)

/** Shows the pages of a workspace or those for visitors, depending on the session. */
export function App() {
  const [location] = useLocation()
  return isForVisitors(location) ? <Visitor /> : <Member />
}

function Member() {
  const { data: session, error, refetch } = useSessionQuery()
  if (session) return <SignedIn session={session} />
  if (session === null) return <Visitor />
  return error ? <StartProblem problem={toProblem(error)} onRetry={() => void refetch()} /> : null
}

function SignedIn({ session }: { session: CurrentSession }) {
  setTimePreferences(session.user)
  const [chosen, setChosen] = useState<string>()
  const [, navigate] = useLocation()
  const workspaceId = chosen ?? chooseWorkspace(session)
  if (workspaceId === undefined)
    return <Redirect to={session.quarantined_workspaces > 0 ? '/review' : '/new-workspace'} replace />
  const isLimited = session.workspaces.some(({ id, profile_ids }) => id === workspaceId && profile_ids !== null)
  const switchTo = (id: string) => {
    rememberWorkspace(id)
    setChosen(id)
    // The open page belongs to the other workspace.
    navigate('/')
  }
  return (
    <SessionContext value={session}>
      <WorkspaceContext value={workspaceId}>
        <Shell key={workspaceId} onSwitch={switchTo}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {pages.map(({ path, reach, Page }) => (
                <Route key={path} path={path} component={isLimited && reach ? OutOfReachPage : Page} />
              ))}
              <Route component={NotFoundPage} />
            </Switch>
          </Suspense>
        </Shell>
        <SudoDialog />
      </WorkspaceContext>
    </SessionContext>
  )
}
