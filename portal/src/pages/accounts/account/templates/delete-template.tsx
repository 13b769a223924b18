import { Text } from '@mantine/core'
import type { Item } from '../../../../api/client.ts'
import { useWrite } from '../../../../api/hooks.ts'
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx'
import { showDone } from '../../../../components/notify.ts'

export function DeleteTemplate({ template, onClose }: { template: Item<'templates.list'>; onClose: () => void }) {
  const { id, account_id, name, language } = template
  const remove = useWrite('templates.delete', {
    onSuccess: () => {
      showDone(`${name} is deleted.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Delete ${name} (${language})?`}
      confirmLabel="Delete the template"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: account_id, template_id: id } })}
      onClose={onClose}
    >
      <Text>
        It is deleted at the platform too, and messages can no longer be sent with it. Platforms may refuse a new
        template of the same name for some weeks. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
