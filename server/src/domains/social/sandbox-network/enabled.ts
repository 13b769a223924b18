import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'

/** Throws when there is no sandbox network: in production, unless the operator sets SANDBOX=yes. */
export function assertSandboxNetwork({ config }: Context): void {
  if (!config.hasSandbox)
    throw new ApiError(
      'not_found',
      'The sandbox is not enabled on this server. The operator can enable it with SANDBOX=yes.',
    )
}
