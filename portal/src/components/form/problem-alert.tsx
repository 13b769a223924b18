import { Button, Group, Text } from '@mantine/core'
import { StopIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { ProblemError } from '../../api/problem.ts'
import { explainViolation, nameField } from '../../api/violation.ts'
import { CopyButton } from '../copy/copy-button.tsx'

/** Shows an error of the API; its code and request ID, for support, are behind Details. */
export function ProblemAlert({ problem, onRetry }: { problem: ProblemError; onRetry?: () => void }) {
  const { title, message, code, violations } = problem
  return (
    <div className="problem" role="alert">
      <StopIcon size={16} />
      <div>
        <Text fw={600}>{title}</Text>
        {violations.length > 0 ? (
          <ul>
            {violations.map((violation) => (
              <li key={violation.loc.join('.')}>
                {nameField(violation)}: {explainViolation(violation)}
              </li>
            ))}
          </ul>
        ) : (
          <Text>{message}</Text>
        )}
        {(onRetry || code === 'insufficient_credits') && (
          <Group gap="xs" mt="xs">
            {code === 'insufficient_credits' && (
              <Button size="xs" component={Link} href="/billing">
                Get credits
              </Button>
            )}
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
          </Group>
        )}
        <ProblemDetails problem={problem} />
      </div>
    </div>
  )
}

/** The code and request ID of an error, for support. */
export function ProblemDetails({ problem: { code, requestId } }: { problem: ProblemError }) {
  return (
    <details className="problem-details">
      <summary>Details</summary>
      <code>{code}</code>
      {requestId && (
        <span className="problem-request">
          <code>{requestId}</code>
          <CopyButton value={requestId} label="Copy request ID" />
        </span>
      )}
    </details>
  )
}
