import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { absoluteTime } from '../../../components/time/time.ts'
import { KeyLimits } from './key-limits.tsx'
import { expiryIn, type Key, keyName, LIFETIMES, PERMISSIONS } from './key-state.ts'

interface Values extends Record<string, unknown> {
  name: string
  permission: Key['permission']
  expires_at: string
  monthly_budget: string
}

/** Edits a key. Changes take effect immediately. */
export function EditKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const initialValues: Values = {
    name: apiKey.name ?? '',
    permission: apiKey.permission,
    expires_at: 'same',
    monthly_budget: apiKey.monthly_budget === undefined ? '' : String(apiKey.monthly_budget),
  }
  const toInput = (values: Values) => ({
    params: { id: apiKey.id },
    body: {
      name: values.name.trim() || null,
      permission: values.permission,
      monthly_budget: values.monthly_budget === '' ? null : Number(values.monthly_budget),
      ...(values.expires_at !== 'same' && { expires_at: expiryIn(values.expires_at) }),
    },
  })
  const { form, submit, problem, isSending } = useApiForm('api_keys.update', {
    initialValues,
    toInput,
    onSuccess: (changed) => {
      showDone(`${keyName(changed)} updated`)
      onClose()
    },
  })
  const same = apiKey.expires_at
    ? [{ value: 'same', label: `Unchanged: ${absoluteTime(apiKey.expires_at)}` }, ...LIFETIMES]
    : [{ value: 'same', label: 'Never' }, ...LIFETIMES.slice(1)]
  return (
    <Modal opened onClose={onClose} title={`Edit ${keyName(apiKey)}`}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
          <NativeSelect label="Permission" data={PERMISSIONS} {...form.getInputProps('permission')} />
          <KeyLimits
            lifetimes={same}
            expires={form.getInputProps('expires_at')}
            budget={form.getInputProps('monthly_budget')}
          />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation="api_keys.update" input={toInput(form.values)} />
            <Button type="submit" loading={isSending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
