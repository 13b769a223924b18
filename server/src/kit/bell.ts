export interface Bell {
  ring(): void
  /** Sleeps until the time is over or the bell rings; not at all when it rang since it was last muted. True if it rang. */
  rest(milliseconds: number): Promise<boolean>
  mute(): void
}

/** A sleep that can be cut short, and that does not miss a ring while its sleeper was busy. */
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
