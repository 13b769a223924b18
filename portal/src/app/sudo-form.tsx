import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/hooks.ts'
import { ProblemAlert } from '../components/problem-alert.tsx'
import { refreshSession, useSession } from './session.ts'

export function SudoForm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const confirm = useWrite('session.sudo')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ body: { password } }, { onSuccess: () => void refreshSession().then(() => onDone(true)) })
  }
  return (
    <Modal opened onClose={() => onDone(false)} title="Confirm that it is you" zIndex={400}>
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">This needs your password again. It then holds for 15 minutes.</Text>
          {confirm.error && <ProblemAlert problem={confirm.error} />}
          <input type="hidden" autoComplete="username" value={user.email} readOnly />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onDone(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
