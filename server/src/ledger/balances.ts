import type { Ledger } from '../kit/ledger.ts'
import type { Log } from '../kit/log/log.ts'

type Listener = Parameters<Ledger['onSettled']>[0]

/** Tells listeners the balances of workspaces after their charges. */
export interface Balances {
  readonly onSettled: (listener: Listener) => void
  /** Keeps a balance for the next `notify`; the latest one of a workspace counts. */
  note(workspaceId: string, available: number): void
  notify(): void
}

export function createBalances(log: Log): Balances {
  const listeners: Listener[] = []
  const noted = new Map<string, number>()

  /** The charges are committed: a listener that fails must not make them look as if they were not. */
  function call(listener: Listener, workspaceId: string, available: number): void {
    try {
      listener(workspaceId, available)
    } catch (error) {
      log.error({ err: error }, 'a balance listener failed')
    }
  }

  return {
    onSettled: (listener) => void listeners.push(listener),
    note(workspaceId, available) {
      if (listeners.length > 0) noted.set(workspaceId, available)
    },
    notify() {
      for (const [workspaceId, available] of noted)
        for (const listener of listeners) call(listener, workspaceId, available)
      noted.clear()
    },
  }
}
