import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { readUsage } from './client.ts'
import { comments } from './comments.ts'
import { validate } from './content.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { reddit } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({
  platform: reddit,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
  readUsage,
})
