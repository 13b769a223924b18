import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/api.ts'
import { toProblem } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem-alert.tsx'
import { useApiForm } from '../../components/use-api-form.ts'
import { browserPreferences, useAfterSignIn } from './after-sign-in.ts'
import { useLinkToken } from './link-token.ts'
import { NEW_USER, NewUserFields } from './new-user-fields.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** The first user of a server, by the link that its first start printed. */
export function SetUpPage() {
  const token = useLinkToken()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => call('auth.read_link', { body: { token } }),
    retry: false,
  })
  const goOn = useAfterSignIn()
  const { form, submit, problem, isSending } = useApiForm('auth.use_link', {
    initialValues: NEW_USER,
    toInput: (values) => ({ body: { token, ...values, ...browserPreferences() } }),
    onSuccess: goOn,
  })
  if (link.error)
    return (
      <VisitorCard
        title="This link no longer works"
        about="A set-up link works once. If you have used it, sign in; otherwise start the server again and use the link that it prints."
      >
        <Stack mt="lg">
          <ProblemAlert problem={toProblem(link.error)} />
          <Anchor component={Link} href="/sign-in">
            Sign in
          </Anchor>
        </Stack>
      </VisitorCard>
    )
  return (
    <VisitorCard
      title="Set up Quoin"
      about="You become the operator of this server and the owner of its first workspace."
    >
      <form onSubmit={submit}>
        <Stack>
          <NewUserFields form={form} />
          {problem && <ProblemAlert problem={problem} />}
          <Button type="submit" loading={isSending} disabled={!link.data} fullWidth>
            Create my account
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  )
}
