import { Container } from '@mantine/core'
import type { ProblemError } from '../api/problem.ts'
import { ProblemAlert } from '../components/form/problem-alert.tsx'

/** Shown in place of the portal while the session cannot be read. */
export function StartProblem({ problem, onRetry }: { problem: ProblemError; onRetry: () => void }) {
  return (
    <Container component="main" size="xs" py={80}>
      <h1 className="hidden">Quoin</h1>
      <ProblemAlert problem={problem} onRetry={onRetry} />
    </Container>
  )
}
