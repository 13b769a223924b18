import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, queries } from '../../../api/api.ts'
import { toProblem } from '../../../api/problem.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { showDone } from '../../../components/notify.ts'
import { makePasskey } from '../../../components/passkey.ts'
import { deviceName } from './device-name.ts'

/** Asks for a name, then lets the browser create the passkey. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(deviceName(navigator.userAgent))
  const add = useMutation({
    mutationFn: async () => {
      const response = await makePasskey(await call('passkeys.options'))
      return call('passkeys.create', { body: { name: name.trim(), response } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'passkeys.list' })
      showDone('Passkey added')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="Add passkey">
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">Next, your browser asks where to store it: on this device, a phone, or a security key.</Text>
          <TextInput
            label="Name"
            description="Helps you recognize it later."
            data-autofocus
            required
            maxLength={255}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {add.error && <ProblemAlert problem={toProblem(add.error)} />}
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
