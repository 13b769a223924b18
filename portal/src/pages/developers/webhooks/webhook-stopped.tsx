import { StopIcon } from '@primer/octicons-react'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { isPausedByRequest, type Webhook } from '../../../resources/webhooks/webhook-labels.ts'
import { useWebhookStatus } from './use-webhook-status.ts'

/** Explains why an endpoint receives nothing, and resumes it. */
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
          Events are stored meanwhile. Resume the endpoint, then recover the deliveries it missed.
        </p>
      </div>
      <WriteButton loading={isRunning} onClick={() => change('active')}>
        Resume
      </WriteButton>
    </div>
  )
}
