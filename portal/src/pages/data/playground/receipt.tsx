import { Text, Title } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { creditsText, humanizeName } from '../data-labels.ts'
import * as css from './receipt.module.css'
import type { RunResult } from './use-run.ts'

type Charged = Pick<RunResult, 'requestId' | 'charged'>

/** Cost of each call, and the sources that were queried. */
export function Receipt({ pages }: { pages: readonly Charged[] }) {
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <Title order={2} id="receipt-title">
        Receipt
      </Title>
      {pages.map((ran) => (
        <Lines key={ran.requestId} ran={ran} />
      ))}
    </section>
  )
}

function Lines({ ran: { requestId, charged } }: { ran: Charged }) {
  const { data } = useRead('requests.get', { params: { request_id: requestId } })
  return (
    <div className={css.call}>
      <div className={css.head}>
        <CopyableId id={requestId} label="Copy request ID" />
        <b>{creditsText(charged)}</b>
      </div>
      {data && data.sources.length === 0 && (
        <Text size="sm" c="dimmed">
          No sources were queried.
        </Text>
      )}
      {data && data.sources.length > 0 && (
        <ul className="receipt-sources" aria-label="Queried sources">
          {data.sources.map(({ step, source, outcome, ms }, at) => (
            <li key={`${step} ${source} ${at}`}>
              <span>{humanizeName(source)}</span>
              <StatusBadge status={outcome} />
              <span className="dimmed numbers">{ms === null ? '' : `${formatNumber(ms)} ms`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
