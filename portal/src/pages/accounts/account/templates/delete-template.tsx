import { Text } from '@mantine/core'
import type { Item } from '../../../../api/client.ts'
import { ConfirmDialog } from '../../../../components/form/confirm-dialog.tsx'

export function DeleteTemplate({ template, onClose }: { template: Item<'templates.list'>; onClose: () => void }) {
  const { id, account_id, name, language } = template
  return (
    <ConfirmDialog
      operation="templates.delete"
      input={{ params: { id: account_id, template_id: id } }}
      isDangerous
      title={`Delete ${name} (${language})?`}
      confirmLabel="Delete template"
      doneMessage={`${name} deleted`}
      onClose={onClose}
    >
      <Text>
        The template is also deleted on the platform, and messages can no longer use it. Platforms may reject a new
        template with the same name for several weeks. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
