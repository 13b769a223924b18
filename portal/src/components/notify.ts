import { toProblem } from '../api/problem.ts'

export interface Notice {
  readonly title?: string
  readonly message: string
  readonly tone: 'good' | 'info' | 'bad'
  /** Takes back what was done. */
  readonly undo?: () => void
}

/** Notices are drawn by code that is loaded with the first of them. */
type NoticeHandler = (notice: Notice) => void
let show: NoticeHandler | undefined

export function onNotice(handler: NoticeHandler | undefined): void {
  show = handler
}

/** Says shortly that something was done. */
export function showDone(message: string, undo?: () => void): void {
  show?.({ message, tone: 'good', ...(undo && { undo }) })
}

/** Answers a press of something that cannot be used now. */
export function showReason(message: string): void {
  show?.({ message, tone: 'info' })
}

/** Shows a problem that has no place of its own on the page. */
export function showProblem(error: unknown): void {
  const { title, message, code, requestId } = toProblem(error)
  show?.({ title, message: `${message} (${[code, requestId].filter(Boolean).join(', ')})`, tone: 'bad' })
}
