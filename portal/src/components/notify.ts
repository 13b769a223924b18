import { type ProblemError, toProblem } from '../api/problem.ts'

export interface Notice {
  readonly title?: string
  readonly message: string
  readonly tone: 'good' | 'info' | 'bad'
  /** Undoes the action. */
  readonly undo?: () => void
  /** Shown beside the control that was pressed, if it is still there. */
  readonly problem?: ProblemError
  readonly pressed?: Element | undefined
}

/** The code that draws notices is loaded with the first one. */
type NoticeHandler = (notice: Notice) => void
let show: NoticeHandler | undefined

export function onNotice(handler: NoticeHandler | undefined): void {
  show = handler
}

/** Confirms that something was done. */
export function showDone(message: string, undo?: () => void): void {
  show?.({ message, tone: 'good', ...(undo && { undo }) })
}

/** Explains why a disabled control cannot be used. */
export function showReason(message: string): void {
  show?.({ message, tone: 'info' })
}

/** The control that the user pressed last. */
let pressed: Element | undefined

function rememberPressed({ target }: Event): void {
  pressed = (target instanceof Element && target.closest('button, a, [role="button"], input, select')) || undefined
}

export function watchPresses(): () => void {
  document.addEventListener('click', rememberPressed, true)
  return () => document.removeEventListener('click', rememberPressed, true)
}

/** Shows a problem beside the control that was pressed; in a corner if the control is gone, such as an item of a menu. */
export function showProblem(error: unknown): void {
  const problem = toProblem(error)
  const { title, message } = problem
  show?.({ title, message, tone: 'bad', problem, pressed })
}
