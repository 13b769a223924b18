import { Radio, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ProfileChoice } from '../../../components/form/profile-choice.tsx'
import { ROLES, type Role } from '../../../components/roles.ts'

export interface ReachValues extends Record<string, unknown> {
  role: Role
  profile_ids: string[]
}

/** Builds the body of an invitation or update; owners always have access to all profiles. */
export function toReachBody({ role, profile_ids }: ReachValues) {
  return { role, profile_ids: role === 'owner' || profile_ids.length === 0 ? null : profile_ids }
}

/** Fields for the role and, except for owners, the profiles. */
export function ReachFields<Values extends ReachValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap={8} mt={4}>
          {Object.entries(ROLES).map(([value, { title, about }]) => (
            <Radio key={value} value={value} label={title} description={about} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.role !== 'owner' && (
        <ProfileChoice
          description="Leave empty to give access to the whole workspace."
          {...form.getInputProps('profile_ids')}
        />
      )}
      {form.values.role === 'owner' && (
        <Text size="sm" c="dimmed">
          Owners have access to all profiles.
        </Text>
      )}
    </>
  )
}
