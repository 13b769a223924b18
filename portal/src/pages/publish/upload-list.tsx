import { Progress } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import type { Uploads } from '../../resources/posts/use-uploads.ts'
import * as css from './upload-list.module.css'

/** Lists running and refused uploads. */
export function UploadList({ running, dismiss }: Pick<Uploads, 'running' | 'dismiss'>) {
  return running.map(({ key, name, done, problem, stop }) => (
    <div key={key} className={css.upload}>
      <div>
        <span className="truncate">{name}</span>
        {problem ? (
          <span className="compose-violation">
            {problem.message} <code>{problem.code}</code>
          </span>
        ) : (
          <Progress value={100 * done} size={6} aria-label={`Upload of ${name}`} />
        )}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={problem ? `Dismiss ${name}` : `Cancel upload of ${name}`}
        onClick={() => (problem ? dismiss(key) : stop())}
      >
        <XIcon size={16} />
      </button>
    </div>
  ))
}
