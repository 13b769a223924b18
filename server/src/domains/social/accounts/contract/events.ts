import { event } from '../../../../kit/declare/event.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { accountExample, disconnectedExample } from './examples.ts'
import { Account } from './resources.ts'

const data = Type.Object({ account: Account })

export const accountConnected = event({
  type: 'account.connected',
  summary: 'A social account finished connecting.',
  data,
  example: { account: accountExample },
})

export const accountDisconnected = event({
  type: 'account.disconnected',
  summary: 'A social account was disconnected.',
  data,
  example: { account: disconnectedExample },
})

export const accountExpiring = event({
  type: 'account.expiring',
  summary: "A connected account's credentials are about to expire.",
  data,
  example: { account: { ...accountExample, status: 'expiring' } },
})

export const accountEvents = [accountConnected, accountDisconnected, accountExpiring] as const
