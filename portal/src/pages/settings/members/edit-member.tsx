import { refreshSession } from '../../../app/session.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import type { Member } from './member-columns.tsx'
import { ReachFields, type ReachValues, toReachBody } from './reach-fields.tsx'

export function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, role, profile_ids } = member
  const initialValues: ReachValues = { role, profile_ids: profile_ids ?? [] }
  return (
    <ApiFormDialog
      operation="members.update"
      title={`Edit permissions of ${name}`}
      submitLabel="Save"
      initialValues={initialValues}
      toInput={(values) => ({ params: { id }, body: toReachBody(values) })}
      doneMessage={() => `Permissions of ${name} updated`}
      onDone={() => {
        onClose()
        // The member may be the current user.
        void refreshSession()
      }}
      onClose={onClose}
    >
      {(form) => <ReachFields form={form} />}
    </ApiFormDialog>
  )
}
