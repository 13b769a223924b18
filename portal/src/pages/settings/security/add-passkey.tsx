import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queries } from '../../../api/api.ts'
import { toProblem } from '../../../api/problem.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
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
  return (
    <FormDialog
      title="Add passkey"
      submitLabel="Continue"
      isSending={add.isPending}
      problem={add.error && toProblem(add.error)}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
