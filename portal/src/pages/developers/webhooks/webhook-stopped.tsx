import { StopIcon } from '@primer/octicons-react'
import { WriteButton } from '../../../components/write-button.tsx'
import { useWebhookStatus } from './use-webhook-status.ts'
import { isPausedByRequest, type Webhook } from './webhook-labels.ts'

/** Says why nothing is sent, and what to do about it. */
export function WebhookStopped({ webhook }: { webhook: Webhook }) {
  const { change, isRunning } = useWebhookStatus(webhook)
  const isPaused = isPausedByRequest(webhook.disabled_reason)
  return (
    <div className={isPaused ? 'webhook-stopped' : 'webhook-stopped is-bad'} role="status">
      <StopIcon size={16} />
      <div>
        <b>{isPaused ? 'This endpoint is paused' : 'This endpoint was disabled'}</b>
        {!isPaused && <p>{webhook.disabled_reason}</p>}
        <p className="dimmed">
          Its events are stored, and can be sent once it is on again: turn it on, then recover what it missed.
        </p>
      </div>
      <WriteButton loading={isRunning} onClick={() => change('active')}>
        Send to it again
      </WriteButton>
    </div>
  )
}
