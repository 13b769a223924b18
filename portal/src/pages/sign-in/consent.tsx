import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/api.ts'
import type { Reply } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { type CurrentSession, chooseWorkspace, SessionContext } from '../../app/session.ts'
import { SudoDialog } from '../../app/sudo/sudo-dialog.tsx'
import { rememberWorkspace, WorkspaceContext } from '../../app/workspace.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { When } from '../../components/time/when.tsx'
import { type Asked, ConsentForm, type Decision } from './consent-form.tsx'
import { VisitorCard } from './visitor-card.tsx'

interface Props {
  readonly asked: Asked
  readonly session: CurrentSession
  readonly onDecided?: (decision: Decision) => void
  /** Returns to the form with the code. */
  readonly onBack?: () => void
  /** Says where the user continues. */
  readonly after: string
}

/** Shows who asks for access, and lets the user choose how much they give. */
export function Consent({ asked, session, onDecided, onBack, after }: Props) {
  const [outcome, setOutcome] = useState<string>()
  const { data: request, error } = useQuery({
    queryKey: ['oauth request', asked],
    queryFn: () => call('oauth_requests.read', { body: asked }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decide = (title: string) => (decision: Decision) => {
    setOutcome(title)
    onDecided?.(decision)
  }
  if (outcome !== undefined) return <VisitorCard title={outcome} about={after} />
  if (error)
    return (
      <VisitorCard title="This request cannot be continued">
        <Stack mt="lg">
          <ProblemAlert problem={toProblem(error)} />
          {onBack && (
            <Button onClick={onBack} fullWidth>
              Enter another code
            </Button>
          )}
        </Stack>
      </VisitorCard>
    )
  if (!request) return null
  return (
    <VisitorCard title={`Give ${request.name} access?`} about={<WhoAsks request={request} />}>
      <InWorkspace session={session}>
        <ConsentForm
          asked={asked}
          request={request}
          onAllowed={decide('Access given')}
          onDenied={decide('Access denied')}
        />
      </InWorkspace>
      <SudoDialog />
    </VisitorCard>
  )
}

/** Describes what is known about the app. Its name is its own choice, so the address is what the user can check. */
function WhoAsks({ request }: { request: Reply<'oauth_requests.read'> }) {
  const { host, is_local, network, requested_at } = request
  if (host === null)
    return (
      <>
        A terminal at the network address <b>{network}</b> requested this sign-in <When at={requested_at} />. Allow it
        only if that was you.
      </>
    )
  return (
    <>
      The app chose this name itself. It is not verified.{' '}
      {is_local ? (
        <>
          You continue in a program on this computer (<b>{host}</b>).
        </>
      ) : (
        <>
          You continue at <b>{host}</b>.
        </>
      )}{' '}
      Allow it only if you started this in the app.
    </>
  )
}

function InWorkspace({ session, children }: { session: CurrentSession; children: ReactNode }) {
  const [chosen, setChosen] = useState(() => chooseWorkspace(session))
  const open = session.workspaces.filter(({ closed_at }) => closed_at === null)
  const workspace = open.find(({ id }) => id === chosen)
  if (!workspace)
    return (
      <Stack mt="lg">
        <Text>You are not a member of a workspace yet. Create one, then start again in the app.</Text>
        <Button component={Link} href="/new-workspace" fullWidth>
          Create a workspace
        </Button>
      </Stack>
    )
  const choose = (id: string) => {
    rememberWorkspace(id)
    setChosen(id)
  }
  return (
    <SessionContext value={session}>
      <WorkspaceContext value={workspace.id}>
        <NativeSelect
          mt="lg"
          label="Workspace"
          description={`You are signed in as ${session.user.email}.`}
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspace.id}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <div key={workspace.id}>{children}</div>
      </WorkspaceContext>
    </SessionContext>
  )
}
