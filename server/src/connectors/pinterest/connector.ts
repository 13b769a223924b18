import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { readUsage } from './client.ts'
import { validate } from './limits.ts'
import { metrics } from './metrics.ts'
import { pinterest } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({
  platform: pinterest,
  auth,
  checkHealth,
  validate,
  publish,
  metrics,
  readUsage,
})
