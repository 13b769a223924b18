import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Input } from '../../../../api/client.ts'
import { ApiFormDialog } from '../../../../components/form/api-form-dialog.tsx'
import { buildComponents, EMPTY_TEMPLATE, filled, listPlaceholders, type TemplateDraft } from './template-content.ts'
import * as css from './template-form.module.css'
import { TemplatePreview } from './template-preview.tsx'

const CATEGORIES = [
  { value: 'UTILITY', label: 'Utility: about an order, an appointment, an account' },
  { value: 'MARKETING', label: 'Marketing: offers and news' },
]

/** Writes a message template, with a preview beside it. */
export function TemplateForm({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const toInput = (draft: TemplateDraft): Input<'templates.create'> => ({
    params: { id: accountId },
    body: {
      name: draft.name.trim(),
      language: draft.language.trim(),
      category: draft.category,
      components: buildComponents(draft),
    },
  })
  return (
    <ApiFormDialog
      operation="templates.create"
      title="Create message template"
      size={860}
      submitLabel="Submit for approval"
      initialValues={EMPTY_TEMPLATE}
      toInput={toInput}
      hasCopyAs
      doneMessage={({ name }) => `${name} submitted for approval`}
      onClose={onClose}
    >
      {(form) => (
        <div className={css.form}>
          <Fields form={form} />
          <TemplatePreview
            header={form.values.header}
            body={filled(form.values.body, form.values.examples)}
            footer={form.values.footer}
            buttons={form.values.replies.split('\n').filter((line) => line.trim())}
          />
        </div>
      )}
    </ApiFormDialog>
  )
}

function Fields({ form }: { form: UseFormReturnType<TemplateDraft> }) {
  const { body, examples } = form.values
  const names = listPlaceholders(body)
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <TextInput
          label="Name"
          description="Lowercase letters, digits and _"
          placeholder="order_update"
          required
          pattern="[a-z0-9_]+"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Language"
          description="For example en or pt_BR"
          required
          {...form.getInputProps('language')}
        />
      </Group>
      <NativeSelect label="Category" data={CATEGORIES} {...form.getInputProps('category')} />
      <TextInput label="Header (optional)" maxLength={60} {...form.getInputProps('header')} />
      <Textarea
        label="Text"
        description="Use {{1}}, {{2}} and so on for the parts that vary."
        placeholder="Your order {{1}} is on its way."
        required
        autosize
        minRows={3}
        maxLength={1024}
        {...form.getInputProps('body')}
      />
      {names.length > 0 && (
        <fieldset className={css.examples}>
          <legend>Example values</legend>
          {names.map((name) => (
            <TextInput
              key={name}
              label={`{{${name}}}`}
              required
              value={examples[name] ?? ''}
              onChange={({ currentTarget }) =>
                form.setFieldValue('examples', { ...examples, [name]: currentTarget.value })
              }
            />
          ))}
        </fieldset>
      )}
      <TextInput label="Footer (optional)" maxLength={60} {...form.getInputProps('footer')} />
      <Textarea
        label="Quick replies (optional)"
        description="One per line, up to 25 characters each."
        rows={2}
        {...form.getInputProps('replies')}
      />
    </Stack>
  )
}
