import { timer } from '../../queue/timers.ts'
import { forgetOldDeliveries } from '../../webhooks/retention.ts'

export const webhookTimers = [timer({ id: 'webhook_deliveries.forget', everySeconds: 3600, run: forgetOldDeliveries })]
