import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { validate } from './limits.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { mastodon } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({
  platform: mastodon,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
})
