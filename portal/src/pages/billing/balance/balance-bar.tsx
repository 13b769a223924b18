import { Skeleton, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../../api/client.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { Credits } from '../../../components/credits.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import * as css from './balance-bar.module.css'

export type CreditsQuery = UseQueryResult<Reply<'credits.get'>, ProblemError>

const PARTS = [
  { part: 'available', title: 'Available', about: 'Available for new calls.' },
  { part: 'held', title: 'Held', about: 'Reserved for running calls and jobs.' },
  { part: 'spent', title: 'Spent', about: 'Charged for results.' },
  { part: 'expired', title: 'Expired', about: 'Not used before expiry.' },
] as const

/** All credits ever granted to the workspace, by their current state. */
export function BalanceBar({ credits: { data, error, refetch } }: { credits: CreditsQuery }) {
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  const label = data && PARTS.map(({ part, title }) => `${title} ${data[part]}`).join(', ')
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="balance-title">
      <header>
        <Title order={2} id="balance-title">
          Balance
        </Title>
        <Text c="dimmed" size="sm">
          {data ? (
            <>
              of <Credits amount={data.granted} /> granted in total
            </>
          ) : (
            <Skeleton component="span" display="inline-block" height={12} width={140} />
          )}
        </Text>
      </header>
      <div className={css.bar} role="img" aria-label={label ?? 'Loading balance'}>
        {data &&
          PARTS.map(
            ({ part }) =>
              data[part] > 0 && <span key={part} className={`is-${part}`} style={{ flexGrow: data[part] }} />,
          )}
      </div>
      <dl className={css.legend}>
        {PARTS.map(({ part, title, about }) => (
          <div key={part}>
            <dt>
              <span className={`${css.mark} is-${part}`} />
              {title}
            </dt>
            <dd>
              {data ? <Credits amount={data[part]} isBare /> : <Skeleton height={20} width={56} my={5} />}
              <small>{about}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
