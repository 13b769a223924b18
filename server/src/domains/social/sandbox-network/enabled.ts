import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'

/** In production there is no sandbox network, unless the operator sets SANDBOX=yes. */
export function assertSandboxNetwork({ config }: Context): void {
  if (!config.hasSandbox)
    throw new ApiError('not_found', 'This server has no sandbox. The operator can enable it with SANDBOX=yes.')
}
