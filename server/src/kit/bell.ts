export interface Bell {
  ring(): void
  /** Sleeps so long, or until the bell rings; not at all when it has rung since it was last muted. True if it rang. */
  rest(milliseconds: number): Promise<boolean>
  mute(): void
}

/** A sleep that can be cut short, and that does not miss what rang while its sleeper was busy. */
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
