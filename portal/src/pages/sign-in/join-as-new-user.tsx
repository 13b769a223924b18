import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { forgetLinkToken } from '../../app/link-token.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { browserPreferences, useAfterSignIn } from './after-sign-in.ts'

/** Accepts an invitation by creating a user with its email address. */
export function JoinAsNewUser({ token, email }: { token: string; email: string }) {
  const goOn = useAfterSignIn()
  const { form, submit, problem, isSending } = useApiForm('auth.sign_up', {
    initialValues: { name: '', password: '' },
    toInput: (values) => ({ body: { ...values, email, invitation: token, ...browserPreferences() } }),
    onSuccess: (reply) => {
      forgetLinkToken()
      goOn(reply)
    },
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Your name" autoComplete="name" autoFocus required {...form.getInputProps('name')} />
        <TextInput label="Email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Password"
          description="At least 10 characters."
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        {problem && <ProblemAlert problem={problem} />}
        <Button type="submit" loading={isSending} fullWidth>
          Create account and join
        </Button>
      </Stack>
    </form>
  )
}
