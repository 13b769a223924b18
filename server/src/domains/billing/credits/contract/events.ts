import { event } from '../../../../kit/declare/event.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { Credits, creditsExample } from './credits.ts'

export const creditsLow = event({
  type: 'credits.low',
  summary:
    "The workspace's credits, including held ones, fell below the threshold. Sent once, and again only after added credits have lifted the balance above it.",
  data: Type.Object({ credits: Credits, threshold: Type.Integer({ minimum: 1 }) }),
  example: {
    credits: { ...creditsExample, available: 15, spent: 35, grants: [] },
    threshold: 20,
  },
})

export const creditEvents = [creditsLow] as const
