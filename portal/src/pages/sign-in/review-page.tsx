import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link, Redirect } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { SessionContext, useSessionQuery } from '../../app/session.ts'
import { SudoDialog } from '../../app/sudo/sudo-dialog.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { ReviewedWorkspace } from './reviewed-workspace.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Lists workspaces that were created with the user's email address before they verified it, to take over or discard each. */
export function ReviewPage() {
  const { data: session } = useSessionQuery()
  const list = useList('quarantine.list', { query: { limit: 100 } })
  if (session === null) return <Redirect to="/sign-in?next=/review" replace />
  if (session?.quarantined_workspaces === 0) return <Redirect to="/" replace />
  const hasWorkspace = session?.workspaces.some(({ closed_at }) => closed_at === null)
  return (
    <VisitorCard
      title="Review earlier activity"
      about="Someone signed up with your email address before you verified it. If it was you, take over the workspaces. If not, discard them."
    >
      <Stack mt="md">
        {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
        {list.isLoading && <Skeleton height={120} />}
        {list.items.map((item) => (
          <ReviewedWorkspace key={item.workspace_id} item={item} />
        ))}
        <Text size="sm" c="dimmed">
          Until you decide, these workspaces, their members and their API keys have no access.{' '}
          <Anchor component={Link} href={hasWorkspace ? '/' : '/new-workspace'}>
            {hasWorkspace ? 'Decide later' : 'Create a new workspace instead'}
          </Anchor>
        </Text>
      </Stack>
      <SessionContext value={session}>{session && <SudoDialog />}</SessionContext>
    </VisitorCard>
  )
}
