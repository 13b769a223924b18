import { AlertIcon } from '@primer/octicons-react'
import type { Violation } from '../../../api/violation.ts'

/** Lists violations with their remediation. */
export function Violations({ list, id }: { list: readonly Violation[]; id?: string }) {
  const texts = [...new Set(list.map(({ msg, ctx }) => [msg, ctx?.['remediation']].filter(Boolean).join(' ')))]
  return (
    <div aria-live="polite" id={id}>
      {texts.map((text) => (
        <p key={text} className="compose-violation">
          <AlertIcon size={14} /> <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
