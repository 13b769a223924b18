import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { pathWithNext, useAfterSignIn } from './after-sign-in.ts'

export function PasswordForm() {
  const search = useSearch()
  const known = useHistoryState<{ email?: string } | null>()?.email
  const goOn = useAfterSignIn()
  const { form, submit, problem, isSending } = useApiForm('auth.sign_in', {
    initialValues: { email: known ?? '', password: '' },
    toInput: ({ email, password }) => ({ body: { email: email.trim(), password } }),
    onSuccess: goOn,
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={!known}
          required
          {...form.getInputProps('email')}
        />
        <div className="visitor-password">
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            autoFocus={Boolean(known)}
            required
            {...form.getInputProps('password')}
          />
          <Anchor component={Link} href={pathWithNext('/forgot-password', search)} size="sm">
            Forgot your password?
          </Anchor>
        </div>
        {problem && <ProblemAlert problem={problem} />}
        <Button type="submit" loading={isSending} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
