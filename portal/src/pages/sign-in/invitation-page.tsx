import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { forgetLinkToken, useLink, useLinkToken } from '../../app/link-token.ts'
import { type CurrentSession, refreshSession, signOut, useSessionQuery } from '../../app/session.ts'
import { rememberWorkspace } from '../../app/workspace.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { showProblem } from '../../components/notify.ts'
import { ROLES, type Role } from '../../components/roles.ts'
import { GoneLink } from './gone-link.tsx'
import { JoinAsNewUser } from './join-as-new-user.tsx'
import { VisitorCard } from './visitor-card.tsx'

const ABOUT_ROLE: Readonly<Record<Role, string>> = {
  viewer: 'You can view everything, but cannot make changes.',
  member: 'You can view and change everything except members, payments and the workspace itself.',
  owner: 'You have full access.',
}

type InvitationLink = Reply<'auth.read_link'>

/** Accepts an invitation to a workspace, as its existing user or as a new one. */
export function InvitationPage() {
  const token = useLinkToken()
  const { data: link, error } = useLink(token)
  const { data: session } = useSessionQuery()
  if (error)
    return (
      <GoneLink
        error={error}
        about="An invitation works once, for 7 days, unless it is revoked. If you have already accepted it, sign in; otherwise ask for a new one."
      />
    )
  if (!link?.invitation || session === undefined) return null
  const { workspace_name, role, invited_by } = link.invitation
  return (
    <VisitorCard
      title={`Join ${workspace_name}`}
      about={
        <>
          {invited_by} invited <b>{link.email}</b> to join as {ROLES[role].one}. {ABOUT_ROLE[role]}
        </>
      }
    >
      <Answer token={token} link={link} session={session} />
    </VisitorCard>
  )
}

interface Props {
  readonly token: string
  readonly link: InvitationLink
  readonly session: CurrentSession | null
}

function Answer({ token, link, session }: Props) {
  const [, navigate] = useLocation()
  const email = link.email ?? ''
  if (session?.user.email.toLowerCase() === email.toLowerCase()) return <Accept token={token} session={session} />
  if (session) return <OtherUser email={email} session={session} />
  if (!link.has_account) return <JoinAsNewUser token={token} email={email} />
  return (
    <Stack mt="lg">
      <Text>You already have an account with this email address. Sign in to accept the invitation.</Text>
      <Button onClick={() => navigate('/sign-in?next=/invitation', { state: { email } })} autoFocus fullWidth>
        Sign in to accept
      </Button>
    </Stack>
  )
}

function Accept({ token, session }: { token: string; session: CurrentSession }) {
  const [, navigate] = useLocation()
  const accept = useWrite('invitations.accept', {
    onSuccess: ({ id }) => {
      forgetLinkToken()
      rememberWorkspace(id)
      void refreshSession().then(() => navigate('/', { replace: true }))
    },
  })
  return (
    <Stack mt="lg">
      {accept.error && <ProblemAlert problem={accept.error} />}
      <Button autoFocus loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })} fullWidth>
        Accept as {session.user.name}
      </Button>
      <Button component={Link} href="/" variant="subtle" size="compact-sm">
        Not now
      </Button>
    </Stack>
  )
}

function OtherUser({ email, session }: { email: string; session: CurrentSession }) {
  return (
    <Stack mt="lg">
      <Text>
        You are signed in as <b>{session.user.email}</b>. The invitation is for {email}.
      </Text>
      <Button onClick={() => void signOut().catch(showProblem)} fullWidth>
        Sign out and continue
      </Button>
      <Button component={Link} href="/" variant="subtle" size="compact-sm">
        Stay signed in
      </Button>
    </Stack>
  )
}
