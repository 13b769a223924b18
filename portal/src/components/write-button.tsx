import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useReadOnlyReason } from '../app/session.ts'
import { showReason } from './notify.ts'

interface Props extends ButtonProps {
  /** The least role that may. */
  readonly least?: 'member' | 'owner'
  /** Another reason why it cannot be used now. */
  readonly reason?: string | undefined
  /** A page of the portal; otherwise `onClick` or `type="submit"`. */
  readonly href?: string
  readonly type?: 'submit'
  readonly onClick?: () => void
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/**
 * A button that changes something. Where that is not allowed it is disabled with the reason instead of hidden: as the browser's
 * hint, for screen readers, and as a notice when it is pressed. So it stays in the order of the keyboard.
 */
export function WriteButton({ least, reason, href, type, onClick, ...look }: Props) {
  const readOnly = useReadOnlyReason(least)
  const why = readOnly ?? reason
  if (why !== undefined)
    return <Button {...look} type="button" aria-disabled data-disabled title={why} onClick={() => showReason(why)} />
  if (href !== undefined) return <Button {...look} component={Link} href={href} />
  return <Button {...look} type={type ?? 'button'} {...(onClick && { onClick })} />
}
