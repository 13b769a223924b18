import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { Credits } from '../../components/credits.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { When } from '../../components/time/when.tsx'

/** Credits of the workspace: available, held for running calls, and spent. */
export function Balance() {
  const { data, error, refetch } = useRead('credits.get')
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  const expiring = data?.grants.find(({ expires_at }) => expires_at !== null)
  return (
    <section className="panel" aria-labelledby="balance-title">
      <Title order={2} id="balance-title">
        Credits
      </Title>
      <div className="balance-amount">
        {data ? <Credits amount={data.available} isBare /> : <Skeleton height={32} width={96} my={6} />}
      </div>
      <dl className="balance-parts">
        {(['held', 'spent'] as const).map((part) => (
          <div key={part}>
            <dt>{part === 'held' ? 'Held' : 'Spent'}</dt>
            <dd>{data ? <Credits amount={data[part]} isBare /> : '–'}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed" mih={18}>
        {expiring && (
          <>
            {expiring.remaining} of them expire <When at={expiring.expires_at} />
          </>
        )}
      </Text>
    </section>
  )
}
