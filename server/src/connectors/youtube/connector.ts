import type { Connector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { metrics } from './metrics.ts'
import { youtube } from './platform.ts'
import { publish } from './publish.ts'
import { validate } from './validate.ts'

export const connector: Connector = {
  platform: youtube,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  metrics,
}
