import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Input } from '../../../api/client.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { type ApiForm, useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import type { Profile } from '../../../resources/accounts/names.ts'

type Values = { name: string; external_ref: string }

/** Creates or renames a profile. */
export function ProfileForm({ profile, onClose }: { profile?: Profile; onClose: () => void }) {
  return profile ? <Rename profile={profile} onClose={onClose} /> : <Create onClose={onClose} />
}

function toProfileBody({ name, external_ref }: Values) {
  return { name: name.trim(), external_ref: external_ref.trim() || null }
}

function toCreation(values: Values): Input<'profiles.create'> {
  return { body: toProfileBody(values) }
}

function Create({ onClose }: { onClose: () => void }) {
  const it = useApiForm('profiles.create', {
    initialValues: { name: '', external_ref: '' },
    toInput: toCreation,
    onSuccess: ({ name }) => {
      showDone(`${name} created`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Create profile">
      <Fields it={it} button="Create profile">
        <CopyAs operation="profiles.create" input={toCreation(it.form.values)} />
      </Fields>
    </Modal>
  )
}

function Rename({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { id, name, external_ref, metadata } = profile
  // A PUT replaces everything, so fields missing from the form are sent unchanged.
  const toInput = (values: Values): Input<'profiles.replace'> => ({
    params: { id },
    body: { ...toProfileBody(values), metadata },
  })
  const it = useApiForm('profiles.replace', {
    initialValues: { name, external_ref: external_ref ?? '' },
    toInput,
    onSuccess: () => {
      showDone('Profile updated')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Rename ${name}`}>
      <Fields it={it} button="Save">
        <CopyAs operation="profiles.replace" input={toInput(it.form.values)} />
      </Fields>
    </Modal>
  )
}

interface FieldsProps {
  readonly it: ApiForm<Values, unknown>
  readonly button: string
  readonly children: ReactNode
}

function Fields({ it: { form, problem, isSending, submit }, button, children }: FieldsProps) {
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Name" placeholder="Example brand" required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="External ID (optional)"
          description="The ID in your own system, such as a customer number."
          placeholder="customer-42"
          {...form.getInputProps('external_ref')}
        />
        {problem && <ProblemAlert problem={problem} />}
        <Group justify="space-between">
          {children}
          <Button type="submit" loading={isSending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
