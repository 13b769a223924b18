import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { formatCount } from '../../../components/count.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import * as css from './add-many.module.css'

const MANY_MAX = 10_000

/** Parses the values of a pasted list: one per line, or as cells of a table. */
function valuesIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((value) => value.replaceAll(/^"|"$/g, ''))
    .filter((value) => value !== '')
}

/** Suppresses a pasted list and reports the outcome of each value. */
export function AddMany({ onClose }: { onClose: () => void }) {
  const { form, submit, problem, isSending, reply } = useApiForm('suppressions.create_many', {
    initialValues: { values: '', reason: '' },
    toInput: ({ values, reason }) => ({ body: { values: valuesIn(values), reason: reason.trim() || null } }),
  })
  const count = valuesIn(form.values.values).length
  if (reply) return <Outcome reply={reply} onClose={onClose} />
  return (
    <FormDialog
      title="Import list"
      size="lg"
      submitLabel={count === 0 ? 'Suppress' : `Suppress ${formatCount(count, 'value')}`}
      cancel="shown"
      isDisabled={count === 0 || count > MANY_MAX}
      {...{ isSending, problem, onClose }}
      onSubmit={submit}
    >
      <Textarea
        label="Emails, domains, email hashes or person IDs"
        description="One per line or separated by commas. The type of each value is detected."
        placeholder={'ada@example.com\nexample.org'}
        rows={10}
        data-autofocus
        {...form.getInputProps('values')}
        {...(count > MANY_MAX && { error: 'Up to 10,000 values at a time.' })}
      />
      <TextInput label="Reason" maxLength={500} placeholder="Asked by email" {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

function Outcome({ reply, onClose }: { reply: Reply<'suppressions.create_many'>; onClose: () => void }) {
  const { added, already, refused } = reply
  return (
    <Modal opened onClose={onClose} title="Import finished" size="lg">
      <Stack>
        <Text role="status">
          {formatCount(added, 'value')} added
          {already > 0 && `, ${already} already suppressed`}
          {refused.length > 0 && `, ${refused.length} invalid`}.
        </Text>
        {refused.length > 0 && (
          <div className={css.refused} role="region" aria-label="Invalid values" tabIndex={0}>
            <ul>
              {refused.map(({ index, value, message }) => (
                <li key={index}>
                  <code>{value}</code> {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
