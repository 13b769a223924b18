import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { Input } from '../../../api/client.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
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
  const { form, submit, problem, isSending } = useApiForm('saved_searches.create', {
    initialValues: { name: question.query.slice(0, 100) },
    toInput: ({ name }) => ({ body: { name: name.trim(), action: action as SavedAction, ...question } }),
    onSuccess: ({ id, name }) => {
      showDone(`${name} saved`)
      onSaved(id)
    },
  })
  return (
    <Modal opened onClose={onClose} title="Save search">
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
