import type { Fault } from '../../../connectors/sandbox/faults.ts'
import type { Context } from '../../../kit/context.ts'

/** What the network's own code sees of a request. */
export interface Visit {
  readonly ctx: Context
  readonly workspaceId: string
  /** Empty for those who only come to sign in. */
  readonly userId: string
  readonly params: readonly string[]
  readonly query: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape, written by our own connector
  readonly body: any
  readonly fault: Fault | undefined
}

export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export function refuse(status: number, error: string, message: string): Reply {
  return { status, body: { error, message } }
}
