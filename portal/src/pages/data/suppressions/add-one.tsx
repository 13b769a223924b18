import { NativeSelect, TextInput } from '@mantine/core'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { KIND_NAMES, type SuppressionKind } from './kinds.ts'

const PLACEHOLDERS: Readonly<Record<SuppressionKind, string>> = {
  email: 'ada@example.com',
  domain: 'example.com',
  person: 'per_…',
  email_sha256: '64 hexadecimal digits',
}

function toInput({ kind, value, reason }: { kind: SuppressionKind; value: string; reason: string }) {
  return { body: { kind, value: value.trim(), reason: reason.trim() || null } }
}

export function AddOne({ onClose }: { onClose: () => void }) {
  return (
    <ApiFormDialog
      operation="suppressions.create"
      title="Add suppression"
      submitLabel="Suppress"
      initialValues={{ kind: 'email' as SuppressionKind, value: '', reason: '' }}
      toInput={toInput}
      hasCopyAs
      doneMessage={({ value }) => `${value} suppressed`}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Type"
            data={Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label="Value"
            maxLength={320}
            data-autofocus
            placeholder={PLACEHOLDERS[form.values.kind]}
            {...(form.values.kind === 'domain' && { description: 'Includes its subdomains.' })}
            {...form.getInputProps('value')}
          />
          <TextInput label="Reason" maxLength={500} placeholder="Asked by email" {...form.getInputProps('reason')} />
        </>
      )}
    </ApiFormDialog>
  )
}
