import { defineConnector } from '../connector.ts'
import { auth } from './auth.ts'
import { comments } from './comments.ts'
import { checkHealth } from './health.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { nostr } from './platform.ts'
import { publish, validate } from './publish.ts'

export const connector = defineConnector({
  platform: nostr,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
})
