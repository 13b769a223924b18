import type { Fault } from '../../../../connectors/sandbox/faults.ts'
import type { Context } from '../../../../kit/context.ts'

/** A request of the sandbox connector, as the network's operations see it. */
export interface NetworkRequest {
  readonly ctx: Context
  readonly workspaceId: string
  /** Empty for operations that need no token. */
  readonly userId: string
  readonly params: readonly string[]
  readonly query: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape, written by our own connector
  readonly body: any
  readonly fault: Fault | undefined
}

export interface NetworkReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export function refuse(status: number, error: string, message: string): NetworkReply {
  return { status, body: { error, message } }
}
