/** Location of a table's rows when the database is a Citus coordinator with workers (decision 0045). */
export type TablePlacement =
  /** Split by `workspace_id`: all rows of a workspace are on one worker, in shards that are moved together. */
  | 'distributed'
  /** Copied to every node: small, rarely written, and joined with distributed tables. */
  | 'reference'
  /** On the coordinator only: found without a workspace, or claimed over all workspaces. */
  | 'coordinator'
  /** On the coordinator too, but known to Citus. */
  | 'managed'

/** The table whose shards all other distributed tables follow. */
export const FIRST_DISTRIBUTED = 'wallets'

/** The placement of every table in docs/schema.sql. */
export const PLACES: Readonly<Record<TablePlacement, readonly string[]>> = {
  managed: ['commit_marks'],
  reference: ['workspaces', 'price_books', 'platform_apps'],
  distributed: [
    'wallets',
    'grants',
    'holds',
    'charges',
    'journal',
    'ledger_checkpoints',
    'key_budgets',
    'audit_log',
    'api_keys',
    'profiles',
    'idempotency_keys',
    'test_usage',
    'tool_calls',
    'brandings',
    'portal_links',
    'demo_data',
    'orders',
    'subscriptions',
    'payers',
    'auto_topups',
    'low_balances',
    'receipt_steps',
    'request_log',
    'paid_subjects',
    'purchases',
    'lookup_tickets',
    'workflow_steps',
    'saved_searches',
    'data_jobs',
    'data_job_rows',
    'data_job_results',
    'connections',
    'accounts',
    'account_entities',
    'account_grants',
    'account_feeds',
    'account_metrics',
    'media_assets',
    'media_uses',
    'media_leftovers',
    'media_usage',
    'posts',
    'post_targets',
    'post_attempts',
    'post_first_comments',
    'post_metrics',
    'comments',
    'comment_replies',
    'conversations',
    'conversation_aliases',
    'messages',
    'message_statuses',
    'reviews',
    'templates',
    'sandbox_users',
    'sandbox_entities',
    'sandbox_tokens',
    'sandbox_authorizations',
    'sandbox_posts',
    'sandbox_items',
    'sandbox_faults',
    'sandbox_fault_uses',
  ],
  coordinator: [
    'migrations',
    'schema_functions',
    'control_versions',
    'master_key_canaries',
    'write_probes',
    'backups',
    'work_pauses',
    'nodes',
    'jobs',
    'job_pauses',
    'webhook_endpoints',
    'webhook_events',
    'webhook_deliveries',
    'webhook_attempts',
    'event_streams',
    'api_key_hashes',
    'oauth_tokens',
    'oauth_device_codes',
    'connection_states',
    'payment_refs',
    'payment_events',
    'inbound_pushes',
    'vendor_tickets',
    'vendor_callbacks',
    'users',
    'user_identities',
    'passkeys',
    'recovery_codes',
    'used_challenges',
    'sign_in_attempts',
    'sessions',
    'memberships',
    'invitations',
    'invitation_counts',
    'quarantined_memberships',
    'link_tokens',
    'people',
    'people_past',
    'companies',
    'directory_changes',
    'directory_feed',
    'directory_imports',
    'suppressions',
    'mail_domains',
    'mail_patterns',
    'mail_sightings',
    'mail_lessons',
    'source_spend',
  ],
}

/**
 * Coordinator tables that are written together with worker tables, and the statements that do so. Citus commits on the worker
 * before PostgreSQL commits on the coordinator, unless it knows that the coordinator writes too: a trigger marks such commits
 * (`mark_commit`).
 */
export const WRITTEN_TOGETHER: Readonly<Record<string, string>> = {
  jobs: 'insert or delete',
  webhook_events: 'insert',
  webhook_endpoints: 'insert or delete',
  api_key_hashes: 'insert or delete',
  oauth_tokens: 'insert or delete',
  oauth_device_codes: 'update',
  connection_states: 'insert or delete',
  payment_refs: 'insert',
  payment_events: 'insert',
  inbound_pushes: 'insert or update',
  users: 'insert or update',
  memberships: 'insert or update or delete',
  invitations: 'insert or update',
  quarantined_memberships: 'insert or delete',
  link_tokens: 'insert or update',
}

/** Node that runs a function. */
type FunctionPlacement =
  /** On the worker that has the workspace of its first argument, `p_workspace`. */
  | 'delegated'
  /** Runs where it is called, by delegated functions or by triggers, so every node has it. */
  | 'everywhere'
  | 'coordinator'

/** Every function of docs/schema.sql, and those of the next migrations. */
export const FUNCTION_PLACES: Readonly<Record<FunctionPlacement, readonly string[]>> = {
  delegated: [
    'ledger_admit',
    'ledger_reserve',
    'ledger_close',
    'ledger_settle',
    'ledger_charge',
    'ledger_sweep',
    'ledger_grant',
    'ledger_take',
    'ledger_expire',
    'ledger_trim',
    'ledger_archive',
  ],
  everywhere: [
    'ledger_append',
    'ledger_book',
    'ledger_burn',
    'ledger_hash',
    'ledger_refusals',
    'media_count',
    'media_count_asset',
    'media_count_leftover',
    'refuse_change',
    'release_post_media',
  ],
  coordinator: [
    'directory_assert_here',
    'directory_name_keys',
    'directory_named',
    'directory_publish',
    'directory_suppressed',
    'directory_suppressed_at',
    'directory_version',
    'mark_commit',
    'probe_write',
  ],
}
