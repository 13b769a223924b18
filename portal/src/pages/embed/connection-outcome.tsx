import { CheckCircleIcon, StopIcon } from '@primer/octicons-react'
import { useSearchParams } from 'wouter'

/** Shows the outcome of a connection after the customer returns from the hosted page. */
export function ConnectionOutcome() {
  const [params] = useSearchParams()
  if (!params.has('connection_id')) return null
  const isDone = params.get('status') === 'completed'
  return (
    <div className={isDone ? 'webhook-stopped' : 'webhook-stopped is-bad'} role="status">
      {isDone ? <CheckCircleIcon size={16} /> : <StopIcon size={16} />}
      <div>
        <b>{isDone ? 'Account connected' : 'Account not connected'}</b>
        <p className="dimmed">
          {isDone
            ? 'You can connect another account or close this page.'
            : 'The sign-in was not completed. You can try again.'}
        </p>
      </div>
    </div>
  )
}
