import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { ProblemAlert } from '../../components/problem-alert.tsx'
import { useApiForm } from '../../components/use-api-form.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { VisitorCard } from './visitor-card.tsx'

/** The way in for users who have a password. */
export function SignInPage() {
  const methods = useRead('auth.methods')
  const search = useSearch()
  const goOn = useAfterSignIn()
  const { form, submit, problem, isSending } = useApiForm('auth.sign_in', {
    initialValues: { email: '', password: '' },
    toInput: (body) => ({ body }),
    onSuccess: goOn,
  })
  const canSignUp = methods.data?.sign_up === 'open'
  return (
    <VisitorCard
      title="Sign in"
      footer={
        canSignUp ? (
          <>
            New here?{' '}
            <Anchor component={Link} href={`/sign-up${search && `?${search}`}`}>
              Create an account
            </Anchor>
          </>
        ) : (
          'This server takes new users by invitation. Ask its operator for one.'
        )
      }
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username webauthn"
            autoFocus
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          {problem && <ProblemAlert problem={problem} />}
          <Button type="submit" loading={isSending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  )
}
