import { createBell } from './bell.ts'

/** Runs work repeatedly, with a pause before each run, whether it fails or not. */
export function repeat(work: () => Promise<void>, pauseMs: number, onError: (error: unknown) => void) {
  const bell = createBell()
  let isStopped = false
  async function run() {
    for (;;) {
      await bell.rest(pauseMs)
      if (isStopped) return
      await work().catch(onError)
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      bell.ring()
      await running
    },
  }
}
