import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { Link, Redirect, useLocation } from 'wouter'
import { refreshSession, useSessionQuery } from '../../app/session.ts'
import { rememberWorkspace } from '../../app/workspace.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { VisitorCard } from './visitor-card.tsx'

/** Creates a workspace, the user's first or another. */
export function NewWorkspacePage() {
  const { data: session } = useSessionQuery()
  const [, navigate] = useLocation()
  const { form, submit, problem, isSending } = useApiForm('workspaces.create', {
    initialValues: { name: '' },
    toInput: ({ name }) => ({ body: { name: name.trim() } }),
    onSuccess: ({ id }) => {
      rememberWorkspace(id)
      void refreshSession().then(() => navigate('/', { replace: true }))
    },
  })
  if (session === null) return <Redirect to="/sign-in?next=/new-workspace" replace />
  const isFirst = session?.workspaces.every(({ closed_at }) => closed_at !== null)
  return (
    <VisitorCard
      title={isFirst ? 'Create your workspace' : 'New workspace'}
      about="A workspace has its own accounts, API keys, members and credits. It starts with 50 credits."
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" placeholder="Acme" autoFocus required {...form.getInputProps('name')} />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            {isFirst ? (
              <span />
            ) : (
              <Anchor component={Link} href="/">
                Cancel
              </Anchor>
            )}
            <Button type="submit" loading={isSending}>
              Create workspace
            </Button>
          </Group>
        </Stack>
      </form>
    </VisitorCard>
  )
}
