import { CopyButton } from './copy-button.tsx'

/** An id that is read and copied. */
export function CopyableId({ id, label = 'Copy the id' }: { id: string; label?: string }) {
  return (
    <span className="copyable-id">
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
