import type { SourceFile } from './architecture.ts'

/** Owners of tables. Only the owner writes them; other readers are listed below. */
export const OWNERS: Record<string, readonly string[]> = {
  kit: ['control_versions', 'master_key_canaries', 'write_probes'],
  operations: ['migrations', 'schema_functions', 'backups', 'work_pauses', 'commit_marks'],
  ledger: ['grants', 'wallets', 'holds', 'charges', 'journal', 'ledger_checkpoints', 'key_budgets', 'nodes'],
  queue: ['jobs', 'job_pauses'],
  webhooks: ['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts', 'event_streams'],
  'sources/directory': [
    'people',
    'people_past',
    'companies',
    'directory_changes',
    'directory_feed',
    'directory_imports',
    'suppressions',
  ],
  'sources/mail': ['mail_domains', 'mail_patterns', 'mail_sightings', 'mail_lessons'],
  sources: ['source_spend'],
  'domains/identity/audit': ['audit_log'],
  'domains/identity/workspaces': ['workspaces', 'test_usage'],
  'domains/identity/branding': ['brandings'],
  'domains/identity/portal-links': ['portal_links'],
  'domains/identity/users': [
    'users',
    'user_identities',
    'passkeys',
    'recovery_codes',
    'used_challenges',
    'sign_in_attempts',
  ],
  'domains/identity/sessions': ['sessions'],
  'domains/identity/members': ['memberships', 'invitations', 'invitation_counts'],
  'domains/identity/links': ['link_tokens'],
  'domains/identity/profiles': ['profiles'],
  'domains/identity/keys': ['api_keys', 'api_key_hashes'],
  'domains/identity/oauth': ['oauth_tokens', 'oauth_device_codes'],
  'domains/identity/quarantine': ['quarantined_memberships'],
  'domains/identity/idempotency': ['idempotency_keys'],
  'domains/billing/credits': ['price_books', 'receipt_steps', 'paid_subjects', 'low_balances'],
  'domains/billing/request-log': ['request_log'],
  'domains/billing/tool-calls': ['tool_calls'],
  'domains/billing/payments': ['orders', 'subscriptions', 'payers', 'auto_topups', 'payment_refs', 'payment_events'],
  'domains/social/sandbox-network': [
    'sandbox_users',
    'sandbox_entities',
    'sandbox_tokens',
    'sandbox_authorizations',
    'sandbox_posts',
    'sandbox_items',
    'sandbox_faults',
    'sandbox_fault_uses',
  ],
  'domains/social/accounts': [
    'connections',
    'connection_states',
    'accounts',
    'account_entities',
    'account_grants',
    'platform_apps',
  ],
  'domains/social/media': ['media_assets', 'media_uses', 'media_leftovers', 'media_usage'],
  'domains/social/posts': ['posts', 'post_targets', 'post_attempts', 'post_first_comments'],
  'domains/social/feeds': ['account_feeds', 'inbound_pushes'],
  'domains/social/inbox/comments': ['comments', 'comment_replies'],
  'domains/social/inbox/conversations': ['conversations', 'conversation_aliases', 'messages', 'message_statuses'],
  'domains/social/inbox/reviews': ['reviews'],
  'domains/social/analytics': ['account_metrics', 'post_metrics'],
  'domains/social/templates': ['templates'],
  'domains/social/demo-data': ['demo_data'],
  'domains/data/purchases': ['purchases'],
  'domains/data/lookups': ['lookup_tickets'],
  'domains/data/vendor-callbacks': ['vendor_tickets', 'vendor_callbacks'],
  'domains/data/workflows': ['workflow_steps'],
  'domains/data/saved-searches': ['saved_searches'],
  'domains/data/data-jobs': ['data_jobs', 'data_job_rows', 'data_job_results'],
}

/** Slices that read tables of others in their own statements, and which. */
const READERS: Record<string, readonly string[]> = {
  // A migration that removes something waits for older processes.
  operations: ['nodes'],
  ledger: ['workspaces', 'price_books', 'idempotency_keys'],
  'sources/mail': ['people'],
  'domains/identity/workspaces': ['memberships'],
  'domains/identity/users': ['memberships', 'sessions'],
  'domains/identity/sessions': ['users', 'memberships', 'workspaces', 'quarantined_memberships'],
  'domains/identity/members': ['users', 'sessions', 'workspaces'],
  'domains/identity/profiles': ['accounts'],
  'domains/identity/keys': ['charges', 'workspaces'],
  'domains/identity/portal-links': ['api_keys', 'workspaces'],
  'domains/identity/quarantine': ['workspaces'],
  'domains/billing/credits': ['grants', 'wallets', 'charges', 'journal', 'ledger_checkpoints', 'holds', 'request_log'],
  'domains/billing/payments': ['wallets'],
  'domains/billing/tool-calls': ['holds', 'charges'],
  'domains/data/purchases': ['charges', 'wallets'],
  'domains/social/accounts': ['account_feeds'],
  'domains/social/posts': ['accounts', 'account_entities', 'jobs', 'media_assets', 'media_uses'],
  'domains/social/feeds': ['accounts'],
  'domains/social/inbox/comments': ['accounts', 'post_targets'],
  'domains/social/inbox/conversations': ['accounts'],
  'domains/social/inbox/reviews': ['accounts'],
  'domains/social/analytics': [
    'accounts',
    'account_entities',
    'account_feeds',
    'posts',
    'post_targets',
    'media_assets',
  ],
  'domains/webhooks': ['webhook_attempts', 'webhook_events'],
  // Everything that closing a workspace ends, counted in one statement.
  'domains/closing': [
    'workspaces',
    'wallets',
    'api_keys',
    'memberships',
    'accounts',
    'posts',
    'post_targets',
    'data_jobs',
    'webhook_endpoints',
    'subscriptions',
    'auto_topups',
  ],
  // Statements over everything that an overview and its badges show; it owns nothing.
  'domains/home': [
    'wallets',
    'charges',
    'ledger_checkpoints',
    'api_keys',
    'profiles',
    'accounts',
    'posts',
    'post_targets',
    'conversations',
    'data_jobs',
    'webhook_endpoints',
    'webhook_deliveries',
    'demo_data',
  ],
}

/** Slices that write tables of others. */
const WRITERS: Record<string, readonly string[]> = {
  'domains/identity/users': ['sessions'],
  'domains/webhooks': ['webhook_endpoints', 'webhook_deliveries'],
}

const owners = new Map(Object.entries(OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))
const USE = /\b(?<verb>from|join|using|update|insert\s+into|delete\s+from)\s+(?:only\s+)?(?<table>[a-z_]+)\b/g

/** Reports uses of other slices' tables that are not listed. */
export function checkTables(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const own = findOwner(file.path)
    const said = new Set<string>()
    for (const { groups } of extractSql(file.text).matchAll(USE)) {
      const { verb = '', table = '' } = groups ?? {}
      const owner = owners.get(table)
      if (owner === undefined || owner === own) continue
      const isWritten = /^(?:update|insert|delete)/.test(verb)
      if (WRITERS[own]?.includes(table) || (!isWritten && READERS[own]?.includes(table))) continue
      said.add(`${file.path} ${isWritten ? 'writes' : 'reads'} ${table}, which belongs to ${owner}`)
    }
    return [...said]
  })
}

/** Returns the owner with the longest folder path that contains the file. */
function findOwner(path: string): string {
  const found = Object.keys(OWNERS)
    .concat('domains/webhooks', 'domains/closing', 'domains/home')
    .filter((owner) => path.startsWith(`${owner}/`))
  return found.toSorted((a, b) => b.length - a.length)[0] ?? path
}

/** Returns the text of all template literals: prose and comments may mention tables too. */
function extractSql(text: string): string {
  return [...text.matchAll(/`[^`]*`/g)].map(([literal]) => literal).join('\n')
}
