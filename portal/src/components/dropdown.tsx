import type { IconProps } from '@primer/octicons-react'
import { type ComponentType, type MouseEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import * as css from './dropdown.module.css'
import { showReason } from './notify.ts'

const GAP = 4
const MARGIN = 8

interface Props {
  /** Content of the button. */
  readonly button: ReactNode
  readonly className?: string
  /** Accessible name, where the content is not enough. */
  readonly label?: string
  readonly children: ReactNode
}

/** A button that opens a menu. It uses the browser's popover, which handles dismissal and stacking. */
export function Dropdown({ button, className, label, children }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const place = ({ newState, currentTarget: menu }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === 'open')
    if (newState === 'open' && trigger.current) placeBeside(trigger.current, menu)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={label}
      >
        {button}
      </button>
      <div id={id} popover="auto" className={css.dropdown} onToggle={place} onClick={closeAfterChoice}>
        {children}
      </div>
    </>
  )
}

interface ItemProps {
  readonly icon?: ComponentType<IconProps>
  /** Link to a page of the portal; otherwise set `onClick`. */
  readonly href?: string
  /** The link leaves the portal. */
  readonly isExternal?: boolean
  readonly onClick?: () => void
  readonly isCurrent?: boolean
  /** Reason why the item is disabled; shown when it is clicked. */
  readonly reason?: string | undefined
  /** Keeps the menu open after a click. */
  readonly stays?: boolean
  readonly children: ReactNode
}

export function DropdownItem(props: ItemProps) {
  const { icon: Icon, href, isExternal, onClick, isCurrent, reason, stays, children } = props
  const content = (
    <>
      <span className={css.icon}>{Icon && <Icon size={16} />}</span>
      {children}
    </>
  )
  const common = {
    className: css.item,
    'aria-current': isCurrent || undefined,
    'data-stays': stays || undefined,
  }
  if (reason !== undefined)
    return (
      <button type="button" {...common} aria-disabled title={reason} onClick={() => showReason(reason)}>
        {content}
      </button>
    )
  if (href === undefined)
    return (
      <button type="button" {...common} onClick={onClick}>
        {content}
      </button>
    )
  return isExternal ? (
    <a href={href} {...common}>
      {content}
    </a>
  ) : (
    <Link href={href} {...common}>
      {content}
    </Link>
  )
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <div className={css.label}>{children}</div>
}

function closeAfterChoice({ target, currentTarget }: MouseEvent<HTMLDivElement>): void {
  const item = (target as Element).closest('a, button')
  if (item && !item.hasAttribute('data-stays')) currentTarget.hidePopover()
}

/** Places the menu below the button, or above it where there is no room; always within the window. */
function placeBeside(trigger: Element, menu: HTMLElement): void {
  const at = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isBelow = at.bottom + GAP + height + MARGIN <= innerHeight
  const left = at.left + width + MARGIN <= innerWidth ? at.left : at.right - width
  menu.style.left = `${Math.max(left, MARGIN)}px`
  menu.style.top = `${Math.max(isBelow ? at.bottom + GAP : at.top - GAP - height, MARGIN)}px`
}
