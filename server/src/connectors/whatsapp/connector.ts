import type { Connector } from '../connector.ts'
import { checkLimits } from '../limits.ts'
import { readUsage } from '../meta/usage.ts'
import { auth, checkHealth } from './auth.ts'
import { inbound } from './inbound.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { numbers } from './numbers.ts'
import { limits, whatsapp } from './platform.ts'
import { templates } from './templates.ts'

export const connector: Connector = {
  platform: whatsapp,
  auth,
  checkHealth,
  validate: (draft) => checkLimits('whatsapp', limits, draft),
  messages,
  templates,
  numbers,
  metrics,
  inbound,
  readUsage,
}
