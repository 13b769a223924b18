import { MultiSelect, Radio, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useList } from '../../../api/hooks.ts'
import { ROLES, type Role } from '../../../components/roles.ts'

export interface ReachValues extends Record<string, unknown> {
  role: Role
  profile_ids: string[]
}

/** What the body of an invitation or a change says: an owner reaches everything. */
export function reachOf({ role, profile_ids }: ReachValues) {
  return { role, profile_ids: role === 'owner' || profile_ids.length === 0 ? null : profile_ids }
}

/** The role, and for all but owners the profiles. */
export function ReachFields<Values extends ReachValues>({ form }: { form: UseFormReturnType<Values> }) {
  const profiles = useList('profiles.list', { query: { limit: 100 } })
  return (
    <>
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap={8} mt={4}>
          {Object.entries(ROLES).map(([value, { title, about }]) => (
            <Radio key={value} value={value} label={title} description={about} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.role !== 'owner' && profiles.items.length > 0 && (
        <MultiSelect
          label="Only these profiles"
          description="Left empty, it is the whole workspace."
          data={profiles.items.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('profile_ids')}
        />
      )}
      {form.values.role === 'owner' && (
        <Text size="sm" c="dimmed">
          An owner reaches every profile.
        </Text>
      )}
    </>
  )
}
