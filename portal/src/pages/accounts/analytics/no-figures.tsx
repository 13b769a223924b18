import { GraphIcon, PlugIcon } from '@primer/octicons-react'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { useNow } from '../../../components/time/use-now.ts'
import { When } from '../../../components/time/when.tsx'
import type { Summary } from '../../../resources/analytics/summary.ts'

type ReadTimes = Pick<Summary, 'last_read_at' | 'next_read_at'>

/** Says why there are no figures, and when the platforms are asked next. */
export function NoFigures({ times, isFiltered }: { times: ReadTimes; isFiltered: boolean }) {
  const { last_read_at, next_read_at } = times
  const isFirst = last_read_at === null
  return (
    <EmptyState
      icon={GraphIcon}
      title={isFiltered && !isFirst ? 'No analytics for these filters' : 'No analytics yet'}
      text={
        next_read_at === null ? (
          'The first figures appear within a minute of connecting an account. Not every platform reports them.'
        ) : (
          <>
            {isFirst ? 'The first figures are being read.' : 'The platforms have not reported any figures yet.'} Next
            read: <NextRead at={next_read_at} />.
          </>
        )
      }
    >
      {next_read_at === null && (
        <WriteButton href="/accounts/connect" leftSection={<PlugIcon size={16} />}>
          Connect account
        </WriteButton>
      )}
    </EmptyState>
  )
}

/** A read that is due starts within seconds, so a time in the past would only confuse. */
function NextRead({ at }: { at: string }) {
  return Date.parse(at) <= useNow(5000) ? <>within a minute</> : <When at={at} />
}
