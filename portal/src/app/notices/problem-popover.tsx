import { CloseButton } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import type { Notice } from '../../components/notify.ts'
import * as css from './problem-popover.module.css'

export interface AnchoredNotice extends Notice {
  readonly problem: ProblemError
  readonly pressed: Element
}

const [WIDTH, GAP, HEIGHT_MIN] = [340, 6, 160]

/** A problem beside the control that was pressed. It follows the control, and goes with it. */
export function ProblemPopover({ notice, onClose }: { notice: AnchoredNotice; onClose: () => void }) {
  const { problem, pressed } = notice
  const [at, setAt] = useState<ReturnType<typeof placeBeside>>()
  const box = useClickOutside(onClose)
  useLayoutEffect(() => {
    const place = () => (pressed.checkVisibility() ? setAt(placeBeside(pressed)) : onClose())
    place()
    const timer = setInterval(place, 250)
    return () => clearInterval(timer)
  }, [pressed, onClose])
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  if (!at) return null
  return (
    <div ref={box} className={css.popover} style={{ ...at, width: WIDTH }}>
      <ProblemAlert problem={problem} />
      <CloseButton className={css.close} size="sm" aria-label="Close" onClick={onClose} />
    </div>
  )
}

/** Returns a place below the control, or above it near the bottom, inside the window. */
function placeBeside(pressed: Element) {
  const { top, bottom, left } = pressed.getBoundingClientRect()
  const isBelow = innerHeight - bottom > HEIGHT_MIN
  return {
    left: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)),
    ...(isBelow ? { top: bottom + GAP } : { bottom: innerHeight - top + GAP }),
  }
}
