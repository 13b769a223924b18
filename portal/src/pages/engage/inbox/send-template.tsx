import { Button, Group, Modal, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import type { Conversation } from './conversations.ts'
import { send } from './outbox.ts'
import * as css from './send-template.module.css'
import {
  fillComponents,
  filledText,
  listTemplateFields,
  type Template,
  type TemplateField,
  toFieldKey,
} from './template-fields.ts'

/** Selects an approved template, fills in its values and sends it. */
export function SendTemplate({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const list = useList('templates.list', { params: { id: conversation.account_id }, query: { limit: 100 } })
  const approved = list.items.filter(({ status }) => status === 'approved')
  if (approved.length > 0) return <TemplateForm conversation={conversation} templates={approved} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Send template">
      {list.error ? (
        <ProblemAlert problem={list.error} onRetry={list.retry} />
      ) : list.isLoading ? (
        <Skeleton height={160} />
      ) : (
        <Stack>
          <Text>
            This account has no approved templates. Create one and wait for the platform's approval
            {list.items.length > 0 && ` (${list.items.length} not approved yet)`}.
          </Text>
          <Group justify="flex-end">
            <Button component={Link} href={`/accounts/${conversation.account_id}`}>
              View account
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface FormProps {
  readonly conversation: Conversation
  readonly templates: readonly Template[]
  readonly onClose: () => void
}

function TemplateForm({ conversation, templates, onClose }: FormProps) {
  const [id, setId] = useState(templates[0]?.id)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const template = templates.find((each) => each.id === id) ?? templates[0]
  if (!template) return null
  const fields = listTemplateFields(template)
  const isReady = fields.every((field) => values[toFieldKey(field)]?.trim())
  const submit = () => {
    const { name, language } = template
    const content = { template: { name, language, components: fillComponents(template, values) } }
    send(conversation.id, content, filledText(template, values))
    onClose()
  }
  return (
    <FormDialog
      title="Send template"
      submitLabel="Send template"
      cancel="shown"
      isDisabled={!isReady}
      isSending={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="Template"
        data-autofocus
        value={template.id}
        onChange={({ currentTarget }) => {
          setId(currentTarget.value)
          setValues({})
        }}
        data={templates.map((each) => ({ value: each.id, label: `${each.name} (${each.language})` }))}
      />
      {fields.map((field) => (
        <TextInput
          key={toFieldKey(field)}
          label={formatFieldLabel(field)}
          maxLength={1024}
          value={values[toFieldKey(field)] ?? ''}
          onChange={({ currentTarget }) => setValues({ ...values, [toFieldKey(field)]: currentTarget.value })}
        />
      ))}
      <div className={`inbox-bubble ${css.preview}`} aria-label="Preview" role="img">
        <p>{filledText(template, values)}</p>
      </div>
    </FormDialog>
  )
}

function formatFieldLabel({ part, name, media }: TemplateField): string {
  if (media !== undefined) return `URL of the ${media}`
  const what = /^\d+$/.test(name) ? `Value ${name}` : name.replaceAll('_', ' ')
  return part === 'header' ? `${what} (header)` : what
}
