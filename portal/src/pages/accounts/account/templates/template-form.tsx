import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Input } from '../../../../api/client.ts'
import { CopyAs } from '../../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../../components/form/use-api-form.ts'
import { showDone } from '../../../../components/notify.ts'
import { buildComponents, EMPTY_TEMPLATE, filled, listPlaceholders, type TemplateDraft } from './template-content.ts'
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
  const { form, problem, isSending, submit } = useApiForm('templates.create', {
    initialValues: EMPTY_TEMPLATE,
    toInput,
    onSuccess: ({ name }) => {
      showDone(`${name} submitted for approval`)
      onClose()
    },
  })
  const draft = form.values
  const names = listPlaceholders(draft.body)
  return (
    <Modal opened onClose={onClose} title="Create message template" size={860}>
      <form onSubmit={submit} className="template-form">
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
            <fieldset className="template-examples">
              <legend>Example values</legend>
              {names.map((name) => (
                <TextInput
                  key={name}
                  label={`{{${name}}}`}
                  required
                  value={draft.examples[name] ?? ''}
                  onChange={({ currentTarget }) =>
                    form.setFieldValue('examples', { ...draft.examples, [name]: currentTarget.value })
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
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation="templates.create" input={toInput(draft)} />
            <Button type="submit" loading={isSending}>
              Submit for approval
            </Button>
          </Group>
        </Stack>
        <TemplatePreview
          header={draft.header}
          body={filled(draft.body, draft.examples)}
          footer={draft.footer}
          buttons={draft.replies.split('\n').filter((line) => line.trim())}
        />
      </form>
    </Modal>
  )
}
