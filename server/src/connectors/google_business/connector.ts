import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { metrics } from './metrics.ts'
import { googleBusiness } from './platform.ts'
import { publish } from './publish.ts'
import { reviews } from './reviews.ts'
import { validate } from './validate.ts'

export const connector = defineConnector({
  platform: googleBusiness,
  auth,
  checkHealth,
  validate,
  publish,
  reviews,
  metrics,
})
