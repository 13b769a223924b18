/** Connects the API client to the sudo dialog: the mounted dialog calls back with the result. */
type SudoCallback = (isConfirmed: boolean) => void

let show: ((answer: SudoCallback) => void) | undefined
let asking: Promise<boolean> | undefined

export function onSudoAsked(handler: typeof show): void {
  show = handler
}

/** Opens the sudo dialog; concurrent calls share one. */
export function askForSudo(): Promise<boolean> {
  const handler = show
  if (!handler) return Promise.resolve(false)
  asking ??= new Promise<boolean>((resolve) => handler(resolve)).finally(() => {
    asking = undefined
  })
  return asking
}
