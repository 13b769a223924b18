import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'

export type Passkey = Item<'passkeys.list'>

export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { form, submit, problem, isSending } = useApiForm('passkeys.update', {
    initialValues: { name },
    toInput: (values) => ({ params: { id }, body: { name: values.name.trim() } }),
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Rename passkey">
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" data-autofocus required maxLength={255} {...form.getInputProps('name')} />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
