import { CopyButton } from './copy-button.tsx'

/** Code or output with a copy button. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <div className="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton value={text} label={`Copy: ${label}`} />
    </div>
  )
}

/** Indents JSON; returns any other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
