import { useMemo } from 'react'
import { useIsLink } from '../../api/caller.ts'
import { useList } from '../../api/hooks.ts'
import { webhookName } from './webhook-labels.ts'

const ALL = { query: { limit: 100 } }

/** Reads all endpoints: a workspace has at most 50. */
export function useWebhooks() {
  return useList('webhooks.list', ALL)
}

/** Returns a function from endpoint IDs to names. */
export function useWebhookNames(): (id: string) => string {
  const { items } = useWebhooks()
  return useMemo(() => {
    const names = new Map(items.map((webhook) => [webhook.id, webhookName(webhook)]))
    return (id) => names.get(id) ?? 'Deleted endpoint or job callback'
  }, [items])
}

/** Returns a function from endpoint IDs to their pages. */
export function useWebhookPath(): (id: string) => string {
  const isLink = useIsLink()
  return (id) => (isLink ? `/embed?endpoint=${id}` : `/webhooks/${id}`)
}
