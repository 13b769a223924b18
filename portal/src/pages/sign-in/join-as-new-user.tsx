import { PasswordInput, TextInput } from '@mantine/core'
import { forgetLinkToken } from '../../app/link-token.ts'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { browserPreferences, useAfterSignIn } from './after-sign-in.ts'

/** Accepts an invitation by creating a user with its email address. */
export function JoinAsNewUser({ token, email }: { token: string; email: string }) {
  const goOn = useAfterSignIn()
  const { form, ...api } = useApiForm('auth.sign_up', {
    initialValues: { name: '', password: '' },
    toInput: (values) => ({ body: { ...values, email, invitation: token, ...browserPreferences() } }),
    onSuccess: (reply) => {
      forgetLinkToken()
      goOn(reply)
    },
  })
  return (
    <ApiForm api={api} submitLabel="Create account and join" fullWidth gap="md">
      <TextInput label="Your name" autoComplete="name" autoFocus required {...form.getInputProps('name')} />
      <TextInput label="Email" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Password"
        description="At least 10 characters."
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
    </ApiForm>
  )
}
