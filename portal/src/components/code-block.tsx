import { CopyButton } from './copy-button.tsx'

/** A text that a program wrote or reads, with a button that copies it. */
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

/** JSON with its members on lines of their own; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
