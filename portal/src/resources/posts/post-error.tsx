import { StopIcon } from '@primer/octicons-react'
import type { Target } from './post-labels.ts'

/** Shows an error of the API with its remediation. */
export function PostError({ error }: { error: NonNullable<Target['error']> }) {
  const { code, message, remediation } = error
  return (
    <div className="post-error">
      <StopIcon size={16} />
      <div>
        <div>{message}</div>
        {typeof remediation === 'string' && <div className="post-remedy">{remediation}</div>}
        <code className="dimmed">{code}</code>
      </div>
    </div>
  )
}
