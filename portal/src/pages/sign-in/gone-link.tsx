import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { toProblem } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Shown for a link that was used, has expired, or was not copied completely. */
export function GoneLink({ about, error }: { about: ReactNode; error: unknown }) {
  return (
    <VisitorCard title="This link no longer works" about={about}>
      <Stack mt="lg">
        <ProblemAlert problem={toProblem(error)} />
        <Button component={Link} href="/sign-in" fullWidth>
          Sign in
        </Button>
      </Stack>
    </VisitorCard>
  )
}
