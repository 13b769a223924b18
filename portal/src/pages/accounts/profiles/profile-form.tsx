import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import type { Profile } from '../../../resources/accounts/names.ts'

type Values = { name: string; external_ref: string }

/** Creates or renames a profile. */
export function ProfileForm({ profile, onClose }: { profile?: Profile; onClose: () => void }) {
  return profile ? <Rename profile={profile} onClose={onClose} /> : <Create onClose={onClose} />
}

function toProfileBody({ name, external_ref }: Values) {
  return { name: name.trim(), external_ref: external_ref.trim() || null }
}

function Create({ onClose }: { onClose: () => void }) {
  return (
    <ApiFormDialog
      operation="profiles.create"
      title="Create profile"
      submitLabel="Create profile"
      initialValues={{ name: '', external_ref: '' }}
      toInput={(values) => ({ body: toProfileBody(values) })}
      hasCopyAs
      doneMessage={({ name }) => `${name} created`}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ApiFormDialog>
  )
}

function Rename({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { id, name, external_ref, metadata } = profile
  return (
    <ApiFormDialog
      operation="profiles.replace"
      edited={profile}
      title={`Rename ${name}`}
      submitLabel="Save"
      initialValues={{ name, external_ref: external_ref ?? '' }}
      // A PUT replaces everything, so fields missing from the form are sent unchanged.
      toInput={(values) => ({ params: { id }, body: { ...toProfileBody(values), metadata } })}
      hasCopyAs
      doneMessage={() => 'Profile updated'}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ApiFormDialog>
  )
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label="Name" placeholder="Example brand" required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="External ID (optional)"
        description="The ID in your own system, such as a customer number."
        placeholder="customer-42"
        {...form.getInputProps('external_ref')}
      />
    </>
  )
}
