/**
 * Named points where a test kills the process, as a power cut would: `QUOIN_FAILPOINT=after_reserve_commit`, or `name:3` for
 * every third pass. Set in tests only; production ignores it.
 */
const setting = process.env['QUOIN_ENV'] === 'production' ? undefined : process.env['QUOIN_FAILPOINT']
const [name, every = '1'] = setting?.split(':') ?? []
let passes = 0

export function failpoint(point: string): void {
  if (point !== name || ++passes % Number(every) !== 0) return
  process.kill(process.pid, 'SIGKILL')
  // Blocks until the signal arrives, so that nothing runs after the failpoint.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
