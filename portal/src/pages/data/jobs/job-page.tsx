import { Skeleton } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { call } from '../../../api/api.ts'
import { useRead } from '../../../api/hooks.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showProblem } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { actionName } from '../data-labels.ts'
import type { Body } from '../form/fields.ts'
import { ResultView } from '../result/result-view.tsx'
import { toResultItems } from '../result/shapes.ts'
import { saveFile } from '../result/table-file.ts'
import { CancelJob } from './cancel-job.tsx'
import * as css from './job-page.module.css'
import { JobRows } from './job-rows.tsx'
import { isBulk, isUnfinished, type Job } from './job-status.ts'
import { JobSummary } from './job-summary.tsx'

/** One job, updated live until it has finished. */
export function JobPage() {
  const { id = '' } = useParams()
  const operation = (isBulk(id) ? 'bulk_jobs.get' : 'data_jobs.get') as 'data_jobs.get'
  const {
    data: job,
    error,
    refetch,
  } = useRead(operation, { params: { id } }, { everySeconds: (latest) => (isUnfinished(latest) ? 1 : undefined) })
  const [isCanceling, setCanceling] = useState(false)
  return (
    <Page
      title={job ? actionName(job.action) : 'Job'}
      back={<BackLink href={isBulk(id) ? '/jobs' : '/jobs?kind=single'}>Jobs</BackLink>}
      actions={job && <Actions job={job} onCancel={() => setCanceling(true)} />}
    >
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!job && !error && <Skeleton height={220} radius={10} />}
      {job && (
        <div className={css.job}>
          <JobSummary job={job} />
          {isBulk(id) ? <JobRows job={job} /> : <Answer job={job} />}
        </div>
      )}
      {job && isCanceling && <CancelJob job={job} onClose={() => setCanceling(false)} />}
    </Page>
  )
}

function Actions({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const params = { id: job.id }
  const download = async (format: 'csv' | 'ndjson') => {
    try {
      const file: unknown = await call('bulk_jobs.results', { params, query: { format } })
      saveFile(`${job.id}.${format}`, file as Blob)
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <>
      {isBulk(job.id) ? (
        <>
          <CopyAs operation="bulk_jobs.results" input={{ params }} />
          <Dropdown
            className="quiet-button"
            button={
              <>
                <DownloadIcon size={16} /> Download
              </>
            }
          >
            <DropdownItem icon={DownloadIcon} onClick={() => void download('csv')}>
              CSV
            </DropdownItem>
            <DropdownItem icon={DownloadIcon} onClick={() => void download('ndjson')}>
              NDJSON
            </DropdownItem>
          </Dropdown>
        </>
      ) : (
        <CopyAs operation="data_jobs.get" input={{ params }} />
      )}
      {isUnfinished(job) && (
        <WriteButton
          variant="default"
          reason={job.status === 'canceling' ? 'This job is already being canceled.' : undefined}
          onClick={onCancel}
        >
          Cancel…
        </WriteButton>
      )}
    </>
  )
}

/** Shows the result of a single lookup. */
function Answer({ job }: { job: Job & { readonly data?: unknown } }) {
  const [, navigate] = useLocation()
  if (job.status !== 'completed') return null
  const items = toResultItems(job.data)
  if (items.length === 0)
    return (
      <div className="result-miss">
        <b>No results</b>
        <div className="dimmed">No source had a match. The held credits are released.</div>
      </div>
    )
  const ask = (action: string, body: Body) => navigate(`/data?action=${action}`, { state: { body } })
  return <ResultView items={items} isList={Array.isArray(job.data)} ask={ask} />
}
