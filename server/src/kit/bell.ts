export interface Bell {
  ring(): void
  /** Sleeps until the time is over or the bell rings. Returns at once if it rang since it was last muted. True if it rang. */
  rest(milliseconds: number): Promise<boolean>
  mute(): void
}

/** An interruptible sleep that does not miss a ring while its sleeper was busy. */
export function createBell(): Bell {
  let hasRung = false
  let wakeUp: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wakeUp?.()
    },
    async rest(milliseconds) {
      if (!hasRung && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      return hasRung
    },
    mute() {
      hasRung = false
    },
  }
}
