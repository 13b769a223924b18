import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { showReason } from './notify.ts'

export interface ReasonButtonProps extends ButtonProps {
  /** Why it cannot be used now; undefined when it can. */
  readonly reason?: string | undefined
  /** A page of the portal; otherwise `onClick` or `type="submit"`. */
  readonly href?: string
  readonly type?: 'submit'
  readonly onClick?: () => void
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/**
 * A button that is disabled with its reason: as the browser's hint, for screen readers, and as a notice when it is pressed. So
 * it stays in the order of the keyboard.
 */
export function ReasonButton({ reason, href, type, onClick, ...look }: ReasonButtonProps) {
  if (reason !== undefined)
    return (
      <Button {...look} type="button" aria-disabled data-disabled title={reason} onClick={() => showReason(reason)} />
    )
  if (href !== undefined) return <Button {...look} component={Link} href={href} />
  return <Button {...look} type={type ?? 'button'} {...(onClick && { onClick })} />
}
