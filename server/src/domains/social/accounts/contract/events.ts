import { Type } from 'typebox'
import { event } from '../../../../kit/declare/event.ts'
import { accountExample } from './examples.ts'
import { Account } from './resources.ts'

const account = { data: Type.Object({ account: Account }) }

export const accountConnected = event({
  type: 'account.connected',
  summary: 'A social account finished connecting.',
  ...account,
  example: { account: accountExample },
})

export const accountDisconnected = event({
  type: 'account.disconnected',
  summary: 'A social account was disconnected.',
  ...account,
  example: {
    account: {
      ...accountExample,
      status: 'disconnected',
      disconnected_at: '2026-01-15T09:30:00.000Z',
      disconnect_reason: 'requested',
    },
  },
})

export const accountExpiring = event({
  type: 'account.expiring',
  summary: "A connected account's credentials are about to expire.",
  ...account,
  example: { account: { ...accountExample, status: 'expiring' } },
})

export const accountEvents = [accountConnected, accountDisconnected, accountExpiring] as const
