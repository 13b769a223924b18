import { Progress } from '@mantine/core'
import { FileIcon, XIcon } from '@primer/octicons-react'
import * as css from './attached-file.module.css'
import type { ChosenFile } from './use-attached-file.ts'

export function AttachedFile({ file: { media, upload, clear } }: { file: ChosenFile }) {
  const name = upload?.name ?? media?.name
  if (name === undefined) return null
  return (
    <div className={css.attached}>
      <FileIcon size={16} />
      <div>
        <div className="truncate">{name}</div>
        {upload?.problem ? (
          <div className={css.failed}>
            {upload.problem.message} <code>{upload.problem.code}</code>
          </div>
        ) : (
          upload && <Progress value={100 * upload.done} size={4} aria-label={`Upload of ${name}`} />
        )}
      </div>
      <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={clear}>
        <XIcon size={16} />
      </button>
    </div>
  )
}
