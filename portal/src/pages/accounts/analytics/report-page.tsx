import { Button, NativeSelect } from '@mantine/core'
import { FileIcon, LinkIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { formatDay } from '../../../components/time/time.ts'
import { useNames, useProfileOptions } from '../../../resources/accounts/names.ts'
import { Report } from '../../../resources/analytics/report.tsx'
import { PERIODS, toLastDays } from '../../../resources/analytics/report-period.ts'

const ShareReport = lazyPart(async () => (await import('./share-report.tsx')).ShareReport)
const SecretOnce = lazyPart(async () => (await import('../../../components/copy/secret-once.tsx')).SecretOnce)

/** A report for a client: to print, to save as PDF, or to share by a link. */
export function ReportPage() {
  const filters = useFilters(['profile', 'days'])
  const { profile, days } = filters.values
  const profiles = useProfileOptions()
  const names = useNames()
  const [isSharing, setSharing] = useState(false)
  const [made, setMade] = useState<Reply<'portal_links.create'>>()
  const period = toLastDays(days)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return (
    <Page
      title={profile ? `Report: ${names.profile(profile)}` : 'Report'}
      about={`${formatDay(period.since, long)} to ${formatDay(period.until, long)}, compared with the period before.`}
      back={<BackLink href="/analytics">Analytics</BackLink>}
      actions={
        <>
          <NativeSelect
            aria-label="Profile"
            value={profile}
            data={[{ value: '', label: 'All profiles' }, ...profiles]}
            onChange={({ currentTarget }) => filters.set('profile', currentTarget.value)}
          />
          <NativeSelect
            aria-label="Period"
            value={days || '30'}
            data={PERIODS}
            onChange={({ currentTarget }) => filters.set('days', currentTarget.value)}
          />
          <WriteButton variant="default" leftSection={<LinkIcon size={16} />} onClick={() => setSharing(true)}>
            Share with client…
          </WriteButton>
          <Button leftSection={<FileIcon size={16} />} onClick={() => print()}>
            Print or save PDF
          </Button>
        </>
      }
    >
      <Report range={{ ...period, ...(profile && { profile_id: profile }) }} />
      {isSharing && (
        <ShareReport
          profileId={profile}
          onClose={() => setSharing(false)}
          onCreated={(link) => {
            setSharing(false)
            setMade(link)
          }}
        />
      )}
      {made && (
        <SecretOnce
          title="Link to the report"
          about="Anyone with this link can see the report until it expires. You cannot see the link again after closing this dialog; Settings lists it and can revoke it."
          secret={made.url}
          onClose={() => setMade(undefined)}
        />
      )}
    </Page>
  )
}
