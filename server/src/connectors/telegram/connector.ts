import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { inbound } from './inbound.ts'
import { messages } from './messages.ts'
import { telegram } from './platform.ts'
import { publish, validate } from './publish.ts'

export const connector = defineConnector({
  platform: telegram,
  auth,
  checkHealth,
  validate,
  publish,
  messages,
  inbound,
})
