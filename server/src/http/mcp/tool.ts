import type { Schema } from './tool-schema.ts'

/** One tool as models see it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema & { readonly type: 'object' }
  readonly outputSchema?: Schema & { readonly type: 'object' }
  readonly annotations: Annotations
}

interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
}
