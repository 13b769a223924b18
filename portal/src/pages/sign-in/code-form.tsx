import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import * as css from './code-form.module.css'

const DIGITS = 6

/** Asks for the second factor: a code from the authenticator app, or a recovery code. */
export function CodeForm() {
  const goOn = useAfterSignIn()
  const [isRecovery, setRecovery] = useState(false)
  const { form, ...api } = useApiForm('auth.totp', {
    initialValues: { code: '', recovery_code: '' },
    toInput: ({ code, recovery_code }) => ({ body: isRecovery ? { recovery_code } : { code } }),
    onSuccess: goOn,
  })
  const type = (text: string) => {
    const code = text.replaceAll(/\D/g, '').slice(0, DIGITS)
    form.setFieldValue('code', code)
  }
  return (
    <Stack>
      <ApiForm api={api} submitLabel="Continue" fullWidth gap="md">
        {isRecovery ? (
          <TextInput
            key="recovery"
            label="Recovery code"
            description="One of the ten codes you saved when you set up the app. Each works once."
            autoComplete="off"
            autoFocus
            required
            {...form.getInputProps('recovery_code')}
          />
        ) : (
          <TextInput
            key="code"
            className={css.code}
            label="Code"
            description="The six digits shown in your authenticator app."
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            {...form.getInputProps('code')}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        )}
      </ApiForm>
      <Button variant="subtle" size="compact-sm" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use your authenticator app instead' : 'Use a recovery code instead'}
      </Button>
    </Stack>
  )
}
