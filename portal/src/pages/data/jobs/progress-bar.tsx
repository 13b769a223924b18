import { formatCount } from '../../../components/count.ts'
import { formatNumber } from '../../../components/time/time.ts'
import { isUnfinished, type Job } from './job-status.ts'
import * as css from './progress-bar.module.css'

/** Progress of a job, as a bar and in words. */
export function ProgressBar({ job }: { job: Job }) {
  const { done, total } = job.progress
  const share = total === 0 ? 1 : done / total
  const words = `${formatNumber(done)} of ${formatCount(total, 'row')}`
  return (
    <div className={css.progress}>
      <div
        className={isUnfinished(job) ? `${css.track} is-moving` : css.track}
        role="progressbar"
        aria-label="Rows with a result"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <span className={`${css.words} numbers`}>{words}</span>
    </div>
  )
}
