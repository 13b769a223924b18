import { CheckCircleIcon, StopIcon } from '@primer/octicons-react'
import { useSearchParams } from 'wouter'

/** How a sign-in ended, for people who come back from the hosted page. */
export function ConnectionOutcome() {
  const [params] = useSearchParams()
  if (!params.has('connection_id')) return null
  const isDone = params.get('status') === 'completed'
  return (
    <div className={isDone ? 'webhook-stopped' : 'webhook-stopped is-bad'} role="status">
      {isDone ? <CheckCircleIcon size={16} /> : <StopIcon size={16} />}
      <div>
        <b>{isDone ? 'Your account is connected' : 'Nothing was connected'}</b>
        <p className="dimmed">
          {isDone
            ? 'You can connect another one, or close this page.'
            : 'The sign-in was not finished. You can try it again.'}
        </p>
      </div>
    </div>
  )
}
