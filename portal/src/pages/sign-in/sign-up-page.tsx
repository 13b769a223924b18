import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { browserPreferences, pathWithNext, useAfterSignIn } from './after-sign-in.ts'
import { NEW_USER, NewUserFields } from './new-user-fields.tsx'
import { VisitorCard } from './visitor-card.tsx'

export function SignUpPage() {
  const goOn = useAfterSignIn()
  const search = useSearch()
  const { form, submit, problem, isSending } = useApiForm('auth.sign_up', {
    initialValues: NEW_USER,
    toInput: (values) => ({ body: { ...values, ...browserPreferences() } }),
    onSuccess: goOn,
  })
  return (
    <VisitorCard
      title="Create an account"
      about="A new workspace starts with 50 credits."
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} href={pathWithNext('/sign-in', search)}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack>
          <NewUserFields form={form} />
          {problem && <ProblemAlert problem={problem} />}
          <Button type="submit" loading={isSending} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  )
}
