/**
 * Named places where a test kills the process: `QUOIN_FAILPOINT=after_reserve_commit` ends it there, as a power cut would.
 * Never set outside tests; production refuses it.
 */
const fault = process.env['QUOIN_ENV'] === 'production' ? undefined : process.env['QUOIN_FAILPOINT']
const [name, every = '1'] = fault?.split(':') ?? []
let passes = 0

export function failpoint(point: string): Promise<never> | undefined {
  if (point !== name || ++passes % Number(every) !== 0) return
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
