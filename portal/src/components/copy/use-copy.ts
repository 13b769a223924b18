import { useState } from 'react'

const SHOWN_MS = 1500

export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false)
  return {
    isCopied,
    async copy(text) {
      await writeClipboard(text)
      setCopied(true)
      setTimeout(() => setCopied(false), SHOWN_MS)
    },
  }
}

/** Copies a selection where the clipboard API is missing: it exists only in secure contexts, not over plain HTTP on a network. */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
