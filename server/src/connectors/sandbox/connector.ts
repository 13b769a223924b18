import { defineConnector } from '../connector.ts'
import { checkLimits } from '../limits.ts'
import { auth, checkHealth } from './auth.ts'
import { inbound } from './inbound.ts'
import { comments, messages, reviews } from './inbox.ts'
import { metrics } from './metrics.ts'
import { sandbox } from './platform.ts'
import { publish } from './publish.ts'
import { numbers, templates } from './templates.ts'

/** Reaches the sandbox network through `call.http` alone, so every layer above works as with a real platform. */
export const connector = defineConnector({
  platform: sandbox,
  auth,
  checkHealth,
  validate: (draft) => checkLimits('sandbox', sandbox.limits, draft),
  publish,
  comments,
  messages,
  reviews,
  metrics,
  templates,
  numbers,
  inbound,
})
