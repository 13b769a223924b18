import { KebabHorizontalIcon, PencilIcon, PlayIcon, SquareFillIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useReadOnlyReason } from '../../../app/session.ts'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Webhook, webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { DeleteWebhook } from './delete-webhook.tsx'
import { useWebhookStatus } from './use-webhook-status.ts'

const EditWebhook = lazyPart(async () => (await import('./webhook-dialog.tsx')).EditWebhook)

interface Props {
  readonly webhook: Webhook
  readonly className: string
  readonly onDeleted?: () => void
}

/** Menu of actions for an endpoint. */
export function WebhookMenu({ webhook, className, onDeleted }: Props) {
  const reason = useReadOnlyReason()
  const [act, setAct] = useState<'edit' | 'delete'>()
  const { change } = useWebhookStatus(webhook)
  const isActive = webhook.status === 'active'
  const close = () => setAct(undefined)
  return (
    <>
      <Dropdown
        className={className}
        label={`Actions for ${webhookName(webhook)}`}
        button={<KebabHorizontalIcon size={16} />}
      >
        <DropdownItem icon={PencilIcon} reason={reason} onClick={() => setAct('edit')}>
          Edit…
        </DropdownItem>
        <DropdownItem
          icon={isActive ? SquareFillIcon : PlayIcon}
          reason={reason}
          onClick={() => change(isActive ? 'disabled' : 'active')}
        >
          {isActive ? 'Pause' : 'Resume'}
        </DropdownItem>
        <DropdownItem icon={TrashIcon} reason={reason} onClick={() => setAct('delete')}>
          Delete…
        </DropdownItem>
      </Dropdown>
      {act === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {act === 'delete' && (
        <DeleteWebhook
          webhook={webhook}
          onClose={close}
          onDeleted={() => {
            close()
            onDeleted?.()
          }}
        />
      )}
    </>
  )
}
