import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { showReason } from '../notify.ts'

export interface ReasonButtonProps extends ButtonProps {
  /** Reason why the button is disabled; undefined if it is enabled. */
  readonly reason?: string | undefined
  /** Link to a page of the portal; otherwise set `onClick` or `type="submit"`. */
  readonly href?: string
  readonly type?: 'submit'
  readonly onClick?: () => void
  readonly autoFocus?: boolean
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/**
 * A button that explains why it is disabled: in its tooltip, to screen readers, and in a notice when it is pressed. It
 * therefore stays in the tab order.
 */
export function ReasonButton({ reason, href, type, onClick, ...look }: ReasonButtonProps) {
  if (reason !== undefined)
    return (
      <Button {...look} type="button" aria-disabled data-disabled title={reason} onClick={() => showReason(reason)} />
    )
  if (href !== undefined) return <Button {...look} component={Link} href={href} />
  return <Button {...look} type={type ?? 'button'} {...(onClick && { onClick })} />
}
