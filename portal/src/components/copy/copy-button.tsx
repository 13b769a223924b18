import { ActionIcon } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useCopy } from './use-copy.ts'

/** Copies a text and confirms it. */
export function CopyButton({ value, label = 'Copy' }: { value: string; label?: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      title={isCopied ? 'Copied' : label}
      aria-label={label}
      onClick={() => void copy(value)}
    >
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </ActionIcon>
  )
}
