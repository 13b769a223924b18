import { Text } from '@mantine/core'
import type { Item } from '../../../../api/client.ts'
import { useWrite } from '../../../../api/hooks.ts'
import { ConfirmDialog } from '../../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../../components/notify.ts'

export function DeleteTemplate({ template, onClose }: { template: Item<'templates.list'>; onClose: () => void }) {
  const { id, account_id, name, language } = template
  const remove = useWrite('templates.delete', {
    onSuccess: () => {
      showDone(`${name} deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Delete ${name} (${language})?`}
      confirmLabel="Delete template"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: account_id, template_id: id } })}
      onClose={onClose}
    >
      <Text>
        The template is also deleted on the platform, and messages can no longer use it. Platforms may reject a new
        template with the same name for several weeks. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
