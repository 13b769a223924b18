import { Input, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { ProfileChoice } from '../../../components/form/profile-choice.tsx'
import { KeyLimits } from './key-limits.tsx'
import { expiryIn, LIFETIMES, PERMISSIONS } from './key-state.ts'

const EMPTY = {
  name: '',
  mode: 'live' as 'live' | 'test',
  permission: 'read_write' as 'read' | 'read_write',
  profile_ids: [] as string[],
  expires_in: 'never',
  monthly_budget: '',
}

function toInput(values: typeof EMPTY) {
  const { name, mode, permission, profile_ids, expires_in, monthly_budget } = values
  return {
    body: {
      name: name.trim() || null,
      mode,
      permission,
      scope: profile_ids.length > 0 ? ('profiles' as const) : ('full' as const),
      profile_ids,
      expires_at: expiryIn(expires_in),
      ...(monthly_budget !== '' && { monthly_budget: Number(monthly_budget) }),
    },
  }
}

/** Creates a key and passes its secret on, to be shown once. */
export function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  return (
    <ApiFormDialog
      operation="api_keys.create"
      title="Create API key"
      submitLabel="Create key"
      initialValues={EMPTY}
      toInput={toInput}
      hasCopyAs
      onDone={({ key }) => onCreated(key)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Name" placeholder="Production server" data-autofocus {...form.getInputProps('name')} />
          <Input.Wrapper label="Mode" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Mode"
              data={[
                { value: 'live', label: 'Live' },
                { value: 'test', label: 'Test' },
              ]}
              {...form.getInputProps('mode')}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {form.values.mode === 'live'
                ? 'Runs real calls and spends credits.'
                : 'Returns example responses; nothing happens and no credits are spent.'}
            </Text>
          </Input.Wrapper>
          <NativeSelect label="Permission" data={PERMISSIONS} {...form.getInputProps('permission')} />
          <ProfileChoice
            description="Leave empty to give access to the whole workspace."
            {...form.getInputProps('profile_ids')}
          />
          <KeyLimits
            lifetimes={LIFETIMES}
            expires={form.getInputProps('expires_in')}
            budget={form.getInputProps('monthly_budget')}
          />
        </>
      )}
    </ApiFormDialog>
  )
}
