import { useReadOnlyReason } from '../../app/session.ts'
import { ReasonButton, type ReasonButtonProps } from './reason-button.tsx'

interface Props extends ReasonButtonProps {
  /** Minimum role. */
  readonly least?: 'member' | 'owner'
  /** Disables the button for members who are limited to profiles. */
  readonly reach?: 'workspace'
}

/** A button that makes a change: disabled with the reason, rather than hidden, for users without the role. */
export function WriteButton({ least, reach, reason, ...button }: Props) {
  return <ReasonButton reason={useReadOnlyReason(least, reach) ?? reason} {...button} />
}
