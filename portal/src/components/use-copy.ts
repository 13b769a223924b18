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

/** The clipboard exists only in secure contexts; over plain HTTP on a network a selection is copied instead. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
