import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { PasskeyFillIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/api.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { toProblem } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { showProblem } from '../../components/notify.ts'
import { signInWithPasskey } from '../passkey-sign-in.ts'
import { refreshSession, signOut, useSession } from '../session.ts'

export function SudoForm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { user, session } = useSession()
  const passkeys = useRead('passkeys.list')
  const [password, setPassword] = useState('')
  const goOn = () => void refreshSession().then(() => onDone(true))
  const confirm = useWrite('session.sudo', { onSuccess: goOn })
  const passkey = useMutation({ mutationFn: () => proveByPasskey(user.id, session.id), onSuccess: goOn })
  const hasPasskey = (passkeys.data?.data.length ?? 0) > 0
  const problem = confirm.error ?? (passkey.error && toProblem(passkey.error))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ body: { password } })
  }
  return (
    <Modal opened onClose={() => onDone(false)} title="Confirm your identity" zIndex={400}>
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            {whatIsNeeded(user.has_password, hasPasskey)} You will not be asked again for 15 minutes.
          </Text>
          {problem && <ProblemAlert problem={problem} />}
          {user.has_password && (
            <>
              <input type="hidden" autoComplete="username" value={user.email} readOnly />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                data-autofocus
                required
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              />
            </>
          )}
          <Group justify="flex-end" gap="xs">
            {hasPasskey && (
              <Button
                variant={user.has_password ? 'default' : 'filled'}
                leftSection={<PasskeyFillIcon size={16} />}
                loading={passkey.isPending}
                onClick={() => passkey.mutate()}
              >
                Use a passkey
              </Button>
            )}
            {user.has_password && (
              <Button type="submit" loading={confirm.isPending}>
                Confirm
              </Button>
            )}
            {!user.has_password && !hasPasskey && (
              <Button onClick={() => void signOut().catch(showProblem)}>Sign in again</Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function whatIsNeeded(hasPassword: boolean, hasPasskey: boolean): string {
  if (hasPassword)
    return hasPasskey ? 'Enter your password or use a passkey to continue.' : 'Enter your password to continue.'
  return hasPasskey ? 'Use your passkey to continue.' : 'Sign in again to continue.'
}

/** Signing in with a passkey confirms the user's identity: the new session replaces the old one. */
async function proveByPasskey(userId: string, sessionId: string): Promise<void> {
  const { user } = await signInWithPasskey()
  if (user?.id !== userId) location.assign('/')
  await call('sessions.revoke', { params: { id: sessionId } }).catch(() => {})
}
