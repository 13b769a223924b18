import { CopyButton } from './copy-button.tsx'

/** An ID with a copy button. */
export function CopyableId({ id, label = 'Copy ID' }: { id: string; label?: string }) {
  return (
    <span className="copyable-id">
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
