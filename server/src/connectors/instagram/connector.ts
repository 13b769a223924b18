import { defineConnector } from '../connector.ts'
import { readUsage } from '../meta/usage.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { inbound } from './inbound.ts'
import { validate } from './limits.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { instagram } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({
  platform: instagram,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
  inbound,
  readUsage,
})
