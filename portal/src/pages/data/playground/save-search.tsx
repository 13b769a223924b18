import { TextInput } from '@mantine/core'
import type { Input } from '../../../api/client.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import type { LookupQuery } from '../form/lookup-query.ts'

type SavedAction = Input<'saved_searches.create'>['body']['action']

interface Props {
  readonly action: string
  readonly question: LookupQuery
  readonly onClose: () => void
  readonly onSaved: (id: string) => void
}

/** Saves the search under a name. */
export function SaveSearch({ action, question, onClose, onSaved }: Props) {
  return (
    <ApiFormDialog
      operation="saved_searches.create"
      title="Save search"
      submitLabel="Save"
      cancel="shown"
      initialValues={{ name: question.query.slice(0, 100) }}
      toInput={({ name }) => ({ body: { name: name.trim(), action: action as SavedAction, ...question } })}
      doneMessage={({ name }) => `${name} saved`}
      onDone={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {(form) => <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />}
    </ApiFormDialog>
  )
}
