import { NativeSelect } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useWorkspace } from '../../../app/session.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { useProfileOptions } from '../../../resources/accounts/names.ts'

const DAY_SECONDS = 86_400
const DURATIONS = [7, 30, 90].map((days) => ({ value: String(days * DAY_SECONDS), label: `${days} days` }))

interface Props {
  /** The profile that is chosen at first; empty for all. */
  readonly profileId: string
  readonly onClose: () => void
  readonly onCreated: (link: Reply<'portal_links.create'>) => void
}

/** Creates a link with which a client can see the report, and nothing else. */
export function ShareReport({ profileId, onClose, onCreated }: Props) {
  const profiles = useProfileOptions()
  const reachesAll = useWorkspace().profile_ids === null
  const all = { value: '', label: reachesAll ? 'All profiles' : 'Choose a profile' }
  return (
    <ApiFormDialog
      operation="portal_links.create"
      title="Share report with client"
      submitLabel="Create link"
      initialValues={{ profile_id: profileId, expires_in: String(30 * DAY_SECONDS) }}
      toInput={({ profile_id, expires_in }) => ({
        body: { pages: ['report' as const], ...(profile_id && { profile_id }), expires_in: Number(expires_in) },
      })}
      canSubmit={({ profile_id }) => reachesAll || profile_id !== ''}
      hasCopyAs
      onDone={onCreated}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <NativeSelect
            label="Profile"
            description="The client sees the accounts and posts of this profile."
            data={[all, ...profiles]}
            {...getInputProps('profile_id')}
          />
          <NativeSelect label="Expires after" data={DURATIONS} {...getInputProps('expires_in')} />
        </>
      )}
    </ApiFormDialog>
  )
}
