import { defineConnector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { readUsage } from './client.ts'
import { messages } from './messages.ts'
import { discord } from './platform.ts'
import { publish, validate } from './publish.ts'

export const connector = defineConnector({
  platform: discord,
  auth,
  checkHealth,
  validate,
  publish,
  messages,
  readUsage,
})
