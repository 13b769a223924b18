import { defineConnector } from '../connector.ts'
import { readUsage } from '../meta/usage.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { inbound } from './inbound.ts'
import { validate } from './limits.ts'
import { metrics } from './metrics.ts'
import { threads } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({
  platform: threads,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  metrics,
  inbound,
  readUsage,
})
