import { TextInput } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'

export type Passkey = Item<'passkeys.list'>

export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <ApiFormDialog
      operation="passkeys.update"
      title="Rename passkey"
      submitLabel="Rename"
      initialValues={{ name }}
      toInput={(values) => ({ params: { id }, body: { name: values.name.trim() } })}
      onClose={onClose}
    >
      {(form) => <TextInput label="Name" data-autofocus required maxLength={255} {...form.getInputProps('name')} />}
    </ApiFormDialog>
  )
}
