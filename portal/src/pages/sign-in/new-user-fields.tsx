import { PasswordInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

export const NEW_USER = { name: '', email: '', password: '' }

/** Fields of every sign-up form. */
export function NewUserFields({ form }: { form: UseFormReturnType<typeof NEW_USER> }) {
  return (
    <>
      <TextInput label="Your name" autoComplete="name" autoFocus required {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        description="At least 10 characters."
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
    </>
  )
}
