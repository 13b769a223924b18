import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { pathWithNext, useAfterSignIn } from './after-sign-in.ts'
import * as css from './password-form.module.css'

export function PasswordForm() {
  const search = useSearch()
  const known = useHistoryState<{ email?: string } | null>()?.email
  const goOn = useAfterSignIn()
  const { form, ...api } = useApiForm('auth.sign_in', {
    initialValues: { email: known ?? '', password: '' },
    toInput: ({ email, password }) => ({ body: { email: email.trim(), password } }),
    onSuccess: goOn,
  })
  return (
    <ApiForm api={api} submitLabel="Sign in" fullWidth gap="md">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={!known}
        required
        {...form.getInputProps('email')}
      />
      <div className={css.password}>
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
    </ApiForm>
  )
}
