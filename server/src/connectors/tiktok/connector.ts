import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { inbound } from './inbound.ts'
import { validate } from './limits.ts'
import { metrics } from './metrics.ts'
import { tiktok } from './platform.ts'
import { publish } from './publish.ts'

export const connector = defineConnector({ platform: tiktok, auth, checkHealth, validate, publish, metrics, inbound })
