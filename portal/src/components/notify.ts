import { toProblem } from '../api/problem.ts'

export interface Notice {
  readonly title?: string
  readonly message: string
  readonly tone: 'good' | 'info' | 'bad'
  /** Undoes the action. */
  readonly undo?: () => void
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

/** Shows a problem that has no place on the page. */
export function showProblem(error: unknown): void {
  const { title, message, code, requestId } = toProblem(error)
  show?.({ title, message: `${message} (${[code, requestId].filter(Boolean).join(', ')})`, tone: 'bad' })
}
