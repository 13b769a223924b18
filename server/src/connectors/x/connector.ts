import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { readUsage } from './client.ts'
import { comments } from './comments.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { x } from './platform.ts'
import { publish } from './publish.ts'
import { validate } from './validate.ts'

export const connector = defineConnector({
  platform: x,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
  readUsage,
})
