import { useMemo } from 'react'
import { useIsLink } from '../../../api/caller.ts'
import { useList } from '../../../api/hooks.ts'
import { webhookName } from './webhook-labels.ts'

const ALL = { query: { limit: 100 } }

/** All endpoints: a workspace has at most 50. */
export function useWebhooks() {
  return useList('webhooks.list', ALL)
}

/** What endpoints are called, by their ids. */
export function useWebhookNames(): (id: string) => string {
  const { items } = useWebhooks()
  return useMemo(() => {
    const names = new Map(items.map((webhook) => [webhook.id, webhookName(webhook)]))
    return (id) => names.get(id) ?? 'A deleted endpoint or a job’s callback'
  }, [items])
}

/** The page of an endpoint. */
export function useWebhookPath(): (id: string) => string {
  const isLink = useIsLink()
  return (id) => (isLink ? `/embed?endpoint=${id}` : `/webhooks/${id}`)
}
