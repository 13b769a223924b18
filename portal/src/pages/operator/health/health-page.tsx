import { Skeleton, Title } from '@mantine/core'
import { useRead, wholeList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { CursorList } from '../../../components/list/cursor-list.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { CHECK_COLUMNS, QUEUE_COLUMNS, SOURCE_COLUMNS } from './health-columns.tsx'
import * as css from './health-page.module.css'

/** Health of the server: the doctor's checks, the queue, and the cost of sources. */
export function OperatorHealthPage() {
  const health = useRead('operator.health', undefined, { everySeconds: 10 })
  return (
    <OperatorFrame actions={<CopyAs operation="operator.health" input={{}} />}>
      {health.error ? (
        <ProblemAlert problem={health.error} onRetry={() => void health.refetch()} />
      ) : !health.data ? (
        <Skeleton height={640} radius={10} />
      ) : (
        <div className={css.health}>
          <section aria-labelledby="checks-title">
            <Title order={2} id="checks-title" mb="sm">
              Checks
            </Title>
            <CursorList
              label="Checks"
              list={wholeList(health, ({ checks }) => checks)}
              columns={CHECK_COLUMNS}
              getKey={({ check, text }) => `${check} ${text}`}
              empty={<p className="billing-none">No checks.</p>}
            />
          </section>
          <section aria-labelledby="sources-title">
            <Title order={2} id="sources-title" mb="sm">
              Sources today (UTC)
            </Title>
            <CursorList
              label="Sources"
              list={wholeList(health, ({ sources }) => sources.toSorted((a, b) => Number(b.is_on) - Number(a.is_on)))}
              columns={SOURCE_COLUMNS}
              getKey={({ source }) => source}
              empty={<p className="billing-none">No sources are configured.</p>}
            />
          </section>
          <section aria-labelledby="queue-title">
            <Title order={2} id="queue-title" mb="sm">
              Queue
            </Title>
            <CursorList
              label="Queue"
              list={wholeList(health, ({ queue }) => queue)}
              columns={QUEUE_COLUMNS}
              getKey={({ job, state }) => `${job} ${state}`}
              empty={<p className="billing-none">The queue is empty.</p>}
            />
          </section>
        </div>
      )}
    </OperatorFrame>
  )
}
