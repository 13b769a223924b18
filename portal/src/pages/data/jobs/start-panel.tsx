import { Anchor, Text, Title } from '@mantine/core'
import { PlayIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { call } from '../../../api/api.ts'
import { useRead } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { creditsText } from '../data-labels.ts'
import * as css from './start-panel.module.css'
import { type BulkBody, useBulkEstimate } from './use-bulk-estimate.ts'

const CHARS_MAX = 20_000

/** Shows the maximum price and the invalid rows, and starts the job. */
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
    <aside className={`panel ${css.panel}`} aria-label="Estimate">
      <Title order={2}>Estimate</Title>
      {!body && <Text c="dimmed">Add rows to see the maximum price.</Text>}
      {isAsking && <Text c="dimmed">Reading rows…</Text>}
      {problem && <ProblemAlert problem={problem} />}
      {estimate && (
        <>
          <Facts
            className={css.facts}
            items={[
              ['Rows', formatNumber(estimate.rows)],
              ['Duplicates (free)', estimate.duplicates > 0 ? formatNumber(estimate.duplicates) : undefined],
              ['Invalid rows (free)', estimate.unreadable > 0 ? formatNumber(estimate.unreadable) : undefined],
              ['Maximum credits', formatNumber(estimate.credits)],
              ['Available credits', balance && formatNumber(balance.available)],
            ]}
          />
          {estimate.refused.length > 0 && (
            <details className={css.refused}>
              <summary>Invalid rows</summary>
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
          You do not have enough credits for this job.{' '}
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
        reason={estimate ? undefined : 'Add valid rows first.'}
        onClick={() => body && estimate && start.mutate({ body, maxCredits: estimate.credits })}
      >
        {estimate ? `Start for up to ${creditsText(estimate.credits)}` : 'Start'}
      </WriteButton>
      <Text size="xs" c="dimmed">
        Credits are held while the job runs. Credits for rows without a result are released.
      </Text>
      {body && (body.csv_text?.length ?? 0) < CHARS_MAX && <CopyAs operation="bulk_jobs.create" input={{ body }} />}
    </aside>
  )
}
