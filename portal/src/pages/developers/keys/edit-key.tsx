import { NativeSelect, TextInput } from '@mantine/core'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
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
  const same = apiKey.expires_at
    ? [{ value: 'same', label: `Unchanged: ${absoluteTime(apiKey.expires_at)}` }, ...LIFETIMES]
    : [{ value: 'same', label: 'Never' }, ...LIFETIMES.slice(1)]
  return (
    <ApiFormDialog
      operation="api_keys.update"
      title={`Edit ${keyName(apiKey)}`}
      submitLabel="Save"
      initialValues={initialValues}
      toInput={toInput}
      hasCopyAs
      doneMessage={(changed) => `${keyName(changed)} updated`}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
          <NativeSelect label="Permission" data={PERMISSIONS} {...form.getInputProps('permission')} />
          <KeyLimits
            lifetimes={same}
            expires={form.getInputProps('expires_at')}
            budget={form.getInputProps('monthly_budget')}
          />
        </>
      )}
    </ApiFormDialog>
  )
}
