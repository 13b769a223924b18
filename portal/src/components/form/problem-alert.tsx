import { Button, Group, Text } from '@mantine/core'
import { StopIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { ProblemError } from '../../api/problem.ts'
import { CopyButton } from '../copy/copy-button.tsx'

/** Shows an error of the API with its code and request ID, for support. */
export function ProblemAlert({ problem, onRetry }: { problem: ProblemError; onRetry?: () => void }) {
  const { title, message, code, requestId, violations } = problem
  return (
    <div className="problem" role="alert">
      <StopIcon size={16} />
      <div>
        <Text fw={600}>{title}</Text>
        {violations.length > 0 ? (
          <ul>
            {violations.map(({ loc, msg }) => (
              <li key={loc.join('.')}>
                <code>{loc.slice(1).join('.') || loc[0]}</code> {msg}
              </li>
            ))}
          </ul>
        ) : (
          <Text>{message}</Text>
        )}
        <Group gap="xs" mt={4} className="problem-facts">
          <code>{code}</code>
          {requestId && (
            <span className="problem-request">
              <code>{requestId}</code>
              <CopyButton value={requestId} label="Copy request ID" />
            </span>
          )}
        </Group>
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
      </div>
    </div>
  )
}
