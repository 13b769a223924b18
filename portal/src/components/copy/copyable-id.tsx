import { CopyButton } from './copy-button.tsx'
import * as css from './copyable-id.module.css'

/** An ID with a copy button. */
export function CopyableId({ id, label = 'Copy ID' }: { id: string; label?: string }) {
  return (
    <span className={css.id}>
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
