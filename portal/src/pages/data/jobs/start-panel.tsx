import { Anchor, Text, Title } from '@mantine/core'
import { PlayIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { call } from '../../../api/api.ts'
import { useRead } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { CopyAs } from '../../../components/copy-as.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { formatNumber } from '../../../components/time.ts'
import { WriteButton } from '../../../components/write-button.tsx'
import { creditsText } from '../data-labels.ts'
import { type BulkBody, useBulkEstimate } from './use-bulk-estimate.ts'

const CHARS_MAX = 20_000

/** What the job costs at most, which rows cannot be looked up, and the button that starts it. */
export function StartPanel({ body }: { body: BulkBody | undefined }) {
  const { estimate, problem, isAsking } = useBulkEstimate(body)
  const { data: balance } = useRead('credits.get')
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const start = useMutation<string, ProblemError, { body: BulkBody; maxCredits: number }>({
    mutationFn: async (wanted) =>
      (await call.metered('bulk_jobs.create', { body: wanted.body }, { maxCredits: wanted.maxCredits })).reply.id,
    onSuccess: async (id) => {
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => /^(credits|bulk_jobs)\./.test(String(queryKey[1])),
      })
      navigate(`/jobs/${id}`)
    },
  })
  const isShort = estimate !== undefined && balance !== undefined && estimate.credits > balance.available
  return (
    <aside className="panel start-panel" aria-label="Estimate">
      <Title order={2}>Estimate</Title>
      {!body && <Text c="dimmed">Choose rows first: then you see here what they cost at most.</Text>}
      {isAsking && <Text c="dimmed">Reading the rows…</Text>}
      {problem && <ProblemAlert problem={problem} />}
      {estimate && (
        <>
          <Facts
            className="start-facts"
            items={[
              ['Rows', formatNumber(estimate.rows)],
              ['The same again, free', estimate.duplicates > 0 ? formatNumber(estimate.duplicates) : undefined],
              ['Cannot be looked up, free', estimate.unreadable > 0 ? formatNumber(estimate.unreadable) : undefined],
              ['Credits at most', formatNumber(estimate.credits)],
              ['You have', balance && formatNumber(balance.available)],
            ]}
          />
          {estimate.refused.length > 0 && (
            <details className="start-refused">
              <summary>Rows that cannot be looked up</summary>
              <ul>
                {estimate.refused.map(({ row, line, message }) => (
                  <li key={row}>
                    {line === null ? `Row ${row}` : `Line ${line}`}: {message}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {isShort && (
        <Text size="sm" role="status">
          You do not have enough credits to hold for this.{' '}
          <Anchor component={Link} href="/billing" inherit>
            Get credits
          </Anchor>
        </Text>
      )}
      {start.error && <ProblemAlert problem={start.error} />}
      <WriteButton
        fullWidth
        leftSection={<PlayIcon size={16} />}
        loading={start.isPending}
        reason={estimate ? undefined : 'Choose rows that can be looked up first.'}
        onClick={() => body && estimate && start.mutate({ body, maxCredits: estimate.credits })}
      >
        {estimate ? `Start for up to ${creditsText(estimate.credits)}` : 'Start'}
      </WriteButton>
      <Text size="xs" c="dimmed">
        The credits are held while the job runs. What is not found is released.
      </Text>
      {body && (body.csv_text?.length ?? 0) < CHARS_MAX && <CopyAs operation="bulk_jobs.create" input={{ body }} />}
    </aside>
  )
}
