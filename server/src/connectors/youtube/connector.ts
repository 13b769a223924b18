import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { metrics } from './metrics.ts'
import { youtube } from './platform.ts'
import { publish } from './publish.ts'
import { validate } from './validate.ts'

export const connector = defineConnector({
  platform: youtube,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  metrics,
})
