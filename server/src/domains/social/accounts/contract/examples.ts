import type { Account, AccountEntity, AccountHealth, Connection, Entity, Platform } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'

const healthDetails = {
  status: 'healthy',
  checked_at: moment,
  token: { expires_at: '2026-01-15T10:30:00.000Z', renews_itself: true, sign_in_again_at: null },
  scopes: { granted: ['read', 'publish', 'inbox'], missing: [] },
  issues: [],
  last_error: null,
}

export const accountExample: Account = {
  id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  external_identity_id: '1000001',
  display_name: 'Example brand',
  username: 'example',
  avatar_url: 'https://example.com/avatar.png',
  status: 'connected',
  active_entity: {
    id: 'ent_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    kind: 'page',
    external_id: '2000001',
    name: 'Example page',
    parent_external_id: null,
  },
  granted_scopes: ['publish', 'read'],
  health: healthDetails,
  connected_at: moment,
  disconnected_at: null,
  disconnect_reason: null,
  created_at: moment,
  updated_at: moment,
}

export const disconnectedExample: Account = {
  ...accountExample,
  status: 'disconnected',
  disconnected_at: moment,
  disconnect_reason: 'requested',
}

export const connectionExample: Connection = {
  id: 'conn_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  mode: 'headless',
  status: 'awaiting_user',
  authorize_url: 'https://example.com/v1/sandbox/authorize?state=example',
  account_id: null,
  error: null,
  expires_at: '2026-01-15T10:30:00.000Z',
  created_at: moment,
  updated_at: moment,
}

export const entityExample: Entity = {
  kind: 'page',
  external_id: '2000001',
  name: 'Example page',
  parent_external_id: null,
  metadata: {},
  grants: ['read', 'publish'],
  selectable: true,
  unselectable_reason: null,
}

export const accountEntityExample: AccountEntity = {
  id: 'ent_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  ...entityExample,
  is_active: true,
  last_refreshed_at: moment,
}

export const healthExample: AccountHealth = {
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  status: 'connected',
  health: healthDetails,
}

export const platformExample: Platform = {
  id: 'sandbox',
  label: 'Sandbox',
  version: '1',
  tested_against: ['real_server'],
  is_configured: true,
  auth: {
    methods: ['oauth', 'credentials'],
    scopes: ['read', 'publish', 'inbox'],
    optional_scopes: [],
    selection: 'asked',
    is_revocable: true,
    options_schema: null,
    credentials_schema: { type: 'object', required: ['username'], properties: { username: { type: 'string' } } },
  },
  capabilities: ['publish', 'unpublish', 'reconcile', 'comments'],
  limits: { text: { max: 500, unit: 'graphemes' } },
  options_schema: { type: 'object', properties: {} },
  message_window_hours: 24,
  poll_seconds: { comments: 3600 },
  usd_per_call: { post: 0.015 },
  metrics: { account: ['followers', 'impressions'], post: ['impressions', 'likes'] },
}
