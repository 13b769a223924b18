import { Button, NativeSelect } from '@mantine/core'
import { FileIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { formatDay } from '../../components/time/time.ts'
import { Report } from '../../resources/analytics/report.tsx'
import { PERIODS, toLastDays } from '../../resources/analytics/report-period.ts'

/** The report, for a client with a portal link. The link limits it to a profile. */
export function EmbedReport({ site }: { site: string }) {
  const [days, setDays] = useState('30')
  const period = toLastDays(days)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return (
    <Page
      title="Report"
      site={site}
      about={`${formatDay(period.since, long)} to ${formatDay(period.until, long)}, compared with the period before.`}
      actions={
        <>
          <NativeSelect
            aria-label="Period"
            value={days}
            data={PERIODS}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <Button leftSection={<FileIcon size={16} />} onClick={() => print()}>
            Print or save PDF
          </Button>
        </>
      }
    >
      <Report range={period} />
    </Page>
  )
}
