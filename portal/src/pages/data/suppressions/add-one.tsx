import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
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
  const { form, submit, problem, isSending } = useApiForm('suppressions.create', {
    initialValues: { kind: 'email' as SuppressionKind, value: '', reason: '' },
    toInput,
    onSuccess: ({ value }) => {
      showDone(`${value} suppressed`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Add suppression">
      <form onSubmit={submit}>
        <Stack>
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
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation="suppressions.create" input={toInput(form.values)} />
            <Button type="submit" loading={isSending}>
              Suppress
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
