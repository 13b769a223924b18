import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kit/log/log.ts'

/** A PostgreSQL server that this process started. */
export interface RunningServer {
  readonly child: ChildProcess
  readonly exited: Promise<void>
  /** Returns the last lines of its output. */
  log(): string
}

/** Callbacks for a server that ends without being stopped. */
export interface DeathReports {
  /** Called before each restart. */
  readonly onDeath?: ((output: string) => void) | undefined
  /** Called instead when it died too often. */
  readonly onCrash?: ((output: string, deaths: number) => void) | undefined
}

/** Pauses before a dead server is restarted. After the last one no restart is tried. */
const PAUSES_MS = [100, 500, 1000, 2000, 4000]
/** A server that has run for this long is healthy: its next death counts as the first one. */
const HEALTHY_MS = 60_000

/** Logs deaths, and ends the process if the database keeps dying: the supervisor of the process restarts both. */
export function reportDeaths(log: Log): DeathReports {
  return {
    onDeath: (output) => log.error({ output }, 'The embedded PostgreSQL ended unexpectedly. Restarting it.'),
    onCrash: (output, deaths) => {
      log.fatal(
        { output },
        `The embedded PostgreSQL ended ${deaths} times in a row. Check the disk and the memory of this machine, then start Quoin again. The database recovers automatically.`,
      )
      process.exit(1)
    },
  }
}

/** Restarts the server whenever it ends, until it is stopped or dies too often. */
export function supervise(
  first: RunningServer,
  start: () => Promise<RunningServer>,
  { onDeath, onCrash }: DeathReports,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let server = first
  let deaths = 0
  let output = ''

  /** Returns true when it runs again. */
  const restart = async (): Promise<boolean> => {
    const pauseMs = PAUSES_MS[deaths++]
    if (pauseMs === undefined) {
      onCrash?.(output, deaths)
      return false
    }
    onDeath?.(output)
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return false
    try {
      server = await start()
      return true
    } catch (error) {
      output = (error as Error).message
      return restart()
    }
  }
  const watch = async () => {
    do {
      const since = performance.now()
      if (stopping.signal.aborted) server.child.stdin?.end()
      await server.exited
      if (performance.now() - since > HEALTHY_MS) deaths = 0
      output = server.log()
    } while (!stopping.signal.aborted && (await restart()))
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      server.child.stdin?.end()
      await watching
    },
  }
}
