/** The dialog that asks the user to prove who they are, as the client sees it: the mounted dialog answers. */
type SudoCallback = (isConfirmed: boolean) => void

let show: ((answer: SudoCallback) => void) | undefined
let asking: Promise<boolean> | undefined

export function onSudoAsked(handler: typeof show): void {
  show = handler
}

/** Several calls that need it at once share one dialog. */
export function askForSudo(): Promise<boolean> {
  const handler = show
  if (!handler) return Promise.resolve(false)
  asking ??= new Promise<boolean>((resolve) => handler(resolve)).finally(() => {
    asking = undefined
  })
  return asking
}
