/** Rows of the engine's tables, for the statements of the engine and of the webhooks API. */

export const DELIVERY_STATUSES = ['pending', 'failed', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const

export interface EndpointRow {
  workspace_id: string
  id: string
  url: string
  events: string[]
  description: string | null
  status: (typeof ENDPOINT_STATUSES)[number]
  disabled_reason: string | null
  /** Both secrets are sealed. */
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  failures: number
  failing_since: Date | null
  paused_until: Date | null
  /** The job that notifies this endpoint when it ends; null for an endpoint of the workspace. */
  job_id: string | null
  created_at: Date
  updated_at: Date
}
