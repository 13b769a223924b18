import { useReadOnlyReason } from '../app/session.ts'
import { ReasonButton, type ReasonButtonProps } from './reason-button.tsx'

interface Props extends ReasonButtonProps {
  /** The least role that may. */
  readonly least?: 'member' | 'owner'
}

/** A button that changes something: disabled with the reason, not hidden, for users who may only look. */
export function WriteButton({ least, reason, ...button }: Props) {
  return <ReasonButton reason={useReadOnlyReason(least) ?? reason} {...button} />
}
