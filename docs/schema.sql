-- Generated from migrations/ by `npm run gen`: add a migration, do not change this.
-- Functions used by indexes come first, then tables in the order of their creation, then functions and triggers by name.
set check_function_bodies = off;

create sequence account_grant_versions;

CREATE OR REPLACE FUNCTION directory_name_keys(p_full text, p_first text, p_last text, p_company text, p_email text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  v_full text := lower(p_full collate "C");
  v_short text := lower(coalesce(p_first || ' ' || p_last, p_first, p_last, p_full) collate "C");
  v_mail text := split_part(p_email, '@', -1);
  v_from text := 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ';
  v_to text := 'aaaaaaceeeeiiiidnoooooouuuuyaaaaaaceeeeiiiidnoooooouuuuyyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjkkllllllllnnnnnnnnoooooorrrrrrssssssssttttuuuuuuuuuuuuwwyyyzzzzzzs';
begin
  if octet_length(v_full || v_short) <> char_length(v_full || v_short) then
    v_full := translate(v_full, v_from, v_to);
    v_short := translate(v_short, v_from, v_to);
    if octet_length(v_full || v_short) <> char_length(v_full || v_short) then
      v_full := '';
      v_short := '';
    end if;
  end if;
  if v_full = v_short and (v_mail is null or v_mail = p_company) then
    return array[hashtextextended(p_company || ' ' || v_full, 0)];
  end if;
  return (
    select array_agg(distinct hashtextextended(d || ' ' || n, 0))
    from unnest(array[p_company, v_mail]) d cross join unnest(array[v_full, v_short]) n where d is not null);
end $function$;

create table migrations (
  id integer not null,
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  kind text,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table schema_functions (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_functions_pkey PRIMARY KEY (name, hash)
);

create table nodes (
  epoch bigint generated always as identity not null,
  role text,
  media text,
  started_at timestamp with time zone default now() not null,
  heartbeat_at timestamp with time zone default now() not null,
  lease_ends_at timestamp with time zone not null,
  is_draining boolean default false not null,
  url text,
  version text,
  constraint nodes_pkey PRIMARY KEY (epoch)
);

create table control_versions (
  topic text not null,
  version bigint not null,
  constraint control_versions_pkey PRIMARY KEY (topic)
);

create table master_key_canaries (
  purpose text not null,
  sealed text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint master_key_canaries_pkey PRIMARY KEY (purpose)
);

create table write_probes (
  at timestamp with time zone not null
);

create table backups (
  taken_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  bytes bigint not null,
  constraint backups_pkey PRIMARY KEY (taken_at)
);

create table work_pauses (
  paused_at timestamp with time zone not null,
  restored_to timestamp with time zone not null,
  resumed_at timestamp with time zone,
  constraint work_pauses_pkey PRIMARY KEY (paused_at)
);
CREATE UNIQUE INDEX work_pauses_open ON work_pauses USING btree ((true)) WHERE (resumed_at IS NULL);

create table commit_marks (
  mark integer not null,
  constraint commit_marks_pkey PRIMARY KEY (mark)
);

create table workspaces (
  id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  created_by text,
  closed_at timestamp with time zone,
  quarantined_at timestamp with time zone,
  constraint workspaces_pkey PRIMARY KEY (id)
);
CREATE INDEX workspaces_by_creator ON workspaces USING btree (created_by) WHERE (created_by IS NOT NULL);

create table api_keys (
  workspace_id text not null,
  id text not null,
  name text,
  key_prefix text not null,
  mode text not null,
  scope text not null,
  permission text not null,
  role text default 'member'::text not null,
  profile_ids text[] not null,
  monthly_budget bigint,
  minted_by text,
  created_by text,
  member_id text,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  app jsonb,
  constraint api_keys_pkey PRIMARY KEY (workspace_id, id),
  constraint api_keys_budget_check CHECK ((monthly_budget >= 0)),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_keys_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'read_write'::text]))),
  constraint api_keys_profiles_check CHECK (((scope = 'full'::text) = (cardinality(profile_ids) = 0))),
  constraint api_keys_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text]))),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'profiles'::text]))),
  constraint api_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX api_keys_unrevoked ON api_keys USING btree (workspace_id) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_by_member ON api_keys USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);

create table api_key_hashes (
  hash bytea not null,
  workspace_id text not null,
  key_id text not null,
  constraint api_key_hashes_pkey PRIMARY KEY (hash)
);

create table profiles (
  workspace_id text not null,
  id text not null,
  name text not null,
  external_ref text,
  metadata json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint profiles_pkey PRIMARY KEY (workspace_id, id),
  constraint profiles_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table idempotency_keys (
  workspace_id text not null,
  mode text not null,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  hold_id text,
  status smallint,
  headers jsonb,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, mode, key),
  constraint idempotency_keys_done_check CHECK (((status IS NOT NULL) OR (hold_id IS NOT NULL)))
);
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

create table test_usage (
  workspace_id text not null,
  day date not null,
  calls bigint not null,
  constraint test_usage_pkey PRIMARY KEY (workspace_id, day)
);

create table audit_log (
  workspace_id text not null,
  id text not null,
  actor text not null,
  action text not null,
  reason text not null,
  detail jsonb not null,
  created_at timestamp with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_log_id ON audit_log USING btree (id);

create table tool_calls (
  workspace_id text not null,
  key_id text not null,
  id text not null,
  fingerprint bytea not null,
  credits bigint not null,
  is_final boolean not null,
  request_id text,
  created_at timestamp with time zone not null,
  constraint tool_calls_pkey PRIMARY KEY (workspace_id, key_id, id),
  constraint tool_calls_credits_check CHECK ((credits >= 0))
);
CREATE INDEX tool_calls_by_time ON tool_calls USING btree (workspace_id, key_id, created_at);
CREATE INDEX tool_calls_by_age ON tool_calls USING btree (created_at);

create table brandings (
  workspace_id text not null,
  name text,
  color text,
  logo_url text,
  updated_at timestamp with time zone not null,
  constraint brandings_pkey PRIMARY KEY (workspace_id),
  constraint brandings_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table portal_links (
  workspace_id text not null,
  id text not null,
  hash bytea not null,
  pages text[] not null,
  profile_id text,
  webhook_ids text[],
  created_by text not null,
  member_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint portal_links_pkey PRIMARY KEY (workspace_id, id),
  constraint portal_links_connect_check CHECK (((NOT (pages @> ARRAY['connect'::text])) OR (profile_id IS NOT NULL))),
  constraint portal_links_pages_check CHECK (((pages <> '{}'::text[]) AND (pages <@ ARRAY['connect'::text, 'webhooks'::text, 'report'::text]))),
  constraint portal_links_webhooks_check CHECK (((NOT (pages @> ARRAY['webhooks'::text])) OR (profile_id IS NULL) OR (webhook_ids IS NOT NULL))),
  constraint portal_links_profile_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles(workspace_id, id) ON DELETE CASCADE,
  constraint portal_links_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX portal_links_hash ON portal_links USING btree (hash);
CREATE INDEX portal_links_by_expiry ON portal_links USING btree (expires_at);
CREATE INDEX portal_links_by_profile ON portal_links USING btree (workspace_id, profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX portal_links_by_member ON portal_links USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);

create table users (
  id text not null,
  email text not null,
  name text not null,
  password_hash text,
  is_operator boolean default false not null,
  email_verified_at timestamp with time zone,
  totp_secret text,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  locale text,
  time_zone text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email));

create table sessions (
  hash bytea not null,
  id text not null,
  user_id text not null,
  method text not null,
  is_pending_totp boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sudo_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (hash),
  constraint sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_id_key UNIQUE (id)
);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id, id);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);

create table passkeys (
  user_id text not null,
  id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (user_id, id),
  constraint passkeys_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_credential_key UNIQUE (credential_id)
);

create table recovery_codes (
  user_id text not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_codes_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  constraint user_identities_pkey PRIMARY KEY (issuer, subject),
  constraint user_identities_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_identities_by_user ON user_identities USING btree (user_id);

create table memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  profile_ids text[],
  created_at timestamp with time zone not null,
  sudo_after timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (workspace_id, user_id),
  constraint memberships_owner_check CHECK (((role <> 'owner'::text) OR (profile_ids IS NULL))),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text]))),
  constraint memberships_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint memberships_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX memberships_by_user ON memberships USING btree (user_id);

create table invitations (
  workspace_id text not null,
  id text not null,
  email text not null,
  role text not null,
  profile_ids text[],
  invited_by text not null,
  created_by text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (workspace_id, id),
  constraint invitations_owner_check CHECK (((role <> 'owner'::text) OR (profile_ids IS NULL))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text]))),
  constraint invitations_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX invitations_open_key ON invitations USING btree (workspace_id, lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

create table invitation_counts (
  subject bytea not null,
  count integer not null,
  started_at timestamp with time zone not null,
  constraint invitation_counts_pkey PRIMARY KEY (subject)
);
CREATE INDEX invitation_counts_by_time ON invitation_counts USING btree (started_at);

create table link_tokens (
  hash bytea not null,
  kind text not null,
  user_id text,
  workspace_id text,
  invitation_id text,
  is_mailed boolean default true not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint link_tokens_pkey PRIMARY KEY (hash),
  constraint link_tokens_kind_check CHECK ((kind = ANY (ARRAY['set_up'::text, 'invitation'::text, 'magic'::text, 'reset'::text]))),
  constraint link_tokens_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX link_tokens_by_expiry ON link_tokens USING btree (expires_at);
CREATE INDEX link_tokens_by_user ON link_tokens USING btree (user_id);

create table sign_in_attempts (
  subject bytea not null,
  failures integer not null,
  blocked_until timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts USING btree (updated_at);

create table used_challenges (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (hash)
);

create table quarantined_memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  profile_ids text[],
  is_frozen boolean not null,
  is_creator boolean not null,
  key_ids text[] not null,
  quarantined_at timestamp with time zone not null,
  constraint quarantined_memberships_pkey PRIMARY KEY (workspace_id, user_id),
  constraint quarantined_memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'owner'::text]))),
  constraint quarantined_memberships_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint quarantined_memberships_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX quarantined_memberships_by_user ON quarantined_memberships USING btree (user_id, workspace_id);

create table price_books (
  name text not null,
  sha256 text not null,
  body text not null,
  seq bigint generated always as identity not null,
  published_at timestamp with time zone not null,
  constraint price_books_pkey PRIMARY KEY (name)
);

create table wallets (
  workspace_id text not null,
  granted bigint default 0 not null,
  available bigint default 0 not null,
  held bigint default 0 not null,
  spent bigint default 0 not null,
  expired bigint default 0 not null,
  seq bigint default 0 not null,
  head bytea default '\x'::bytea not null,
  next_expiry timestamp with time zone,
  price_book text,
  constraint wallets_pkey PRIMARY KEY (workspace_id),
  constraint wallets_conserved CHECK (((((available + held) + spent) + expired) = granted)),
  constraint wallets_not_negative CHECK (((available >= 0) AND (held >= 0) AND (spent >= 0) AND (expired >= 0))),
  constraint wallets_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
) with (fillfactor=50);

create table grants (
  workspace_id text not null,
  id text not null,
  kind text not null,
  source_ref text not null,
  amount bigint not null,
  remaining bigint not null,
  burn_rank smallint generated always as (
CASE kind
    WHEN 'signup'::text THEN 0
    WHEN 'manual'::text THEN 0
    WHEN 'subscription'::text THEN 1
    ELSE 2
END) stored,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint grants_pkey PRIMARY KEY (workspace_id, id),
  constraint grants_amount_check CHECK ((amount > 0)),
  constraint grants_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'pack'::text, 'subscription'::text, 'manual'::text, 'refund'::text]))),
  constraint grants_remaining_check CHECK (((remaining >= 0) AND (remaining <= amount))),
  constraint grants_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint grants_source_key UNIQUE (workspace_id, kind, source_ref)
) with (fillfactor=50);
CREATE INDEX grants_burn ON grants USING btree (workspace_id, expires_at, burn_rank, id);

create table holds (
  workspace_id text not null,
  id text not null,
  key_id text not null,
  action text not null,
  price_book text not null,
  request_id text not null,
  idempotency_key text,
  amount bigint not null,
  budget_period date,
  epoch bigint not null,
  is_durable boolean not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (workspace_id, id),
  constraint holds_amount_check CHECK ((amount >= 0))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);

create table charges (
  workspace_id text not null,
  hold_id text not null,
  step text not null,
  key_id text not null,
  action text not null,
  units bigint not null,
  credits bigint not null,
  price_book text not null,
  request_id text not null,
  journal_seq bigint,
  created_at timestamp with time zone not null,
  "position" bigint generated by default as identity not null,
  constraint charges_pkey PRIMARY KEY (workspace_id, hold_id, step),
  constraint charges_credits_check CHECK (((credits >= 0) AND (units >= 0))),
  constraint charges_journalled CHECK (((credits > 0) = (journal_seq IS NOT NULL)))
);
CREATE INDEX charges_request ON charges USING btree (workspace_id, request_id);
CREATE INDEX charges_entry ON charges USING btree (workspace_id, journal_seq) WHERE (journal_seq IS NOT NULL);

create table journal (
  workspace_id text not null,
  seq bigint not null,
  kind text not null,
  amount bigint not null,
  balance_after bigint not null,
  entries bigint not null,
  entries_hash bytea not null,
  body text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint journal_pkey PRIMARY KEY (workspace_id, seq),
  constraint journal_amount_check CHECK ((amount > 0)),
  constraint journal_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'charge'::text, 'expire'::text, 'trim'::text, 'revoke'::text])))
);
CREATE INDEX journal_kinds ON journal USING btree (workspace_id, kind, seq) WHERE (kind <> 'charge'::text);

create table key_budgets (
  workspace_id text not null,
  key_id text not null,
  period date not null,
  held bigint not null,
  spent bigint not null,
  constraint key_budgets_pkey PRIMARY KEY (workspace_id, key_id, period),
  constraint key_budgets_not_negative CHECK (((held >= 0) AND (spent >= 0)))
);

create table ledger_checkpoints (
  workspace_id text not null,
  number bigint not null,
  seq bigint not null,
  archived_before timestamp with time zone not null,
  body text not null,
  public_key text not null,
  signature text not null,
  created_at timestamp with time zone default now() not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (workspace_id, number),
  constraint ledger_checkpoints_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table low_balances (
  workspace_id text not null,
  since timestamp(3) with time zone not null,
  constraint low_balances_pkey PRIMARY KEY (workspace_id),
  constraint low_balances_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table orders (
  workspace_id text not null,
  id text not null,
  kind text not null,
  item_id text not null,
  "interval" text,
  credits bigint not null,
  price_usd_cents bigint not null,
  price_book text not null,
  provider text not null,
  external_id text,
  status text not null,
  url text,
  error text,
  subscription_id text,
  months smallint,
  first_month integer,
  attempt_at timestamp with time zone,
  attempts integer not null,
  refunded_cents bigint not null,
  revoked_credits bigint not null,
  debt_credits bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (workspace_id, id),
  constraint orders_amounts_check CHECK (((credits > 0) AND (price_usd_cents >= 0) AND (refunded_cents >= 0) AND (revoked_credits >= 0) AND (debt_credits >= 0))),
  constraint orders_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint orders_kind_check CHECK ((kind = ANY (ARRAY['pack'::text, 'subscription'::text, 'topup'::text]))),
  constraint orders_paid_check CHECK (((paid_at IS NOT NULL) OR (status = ANY (ARRAY['pending'::text, 'failed'::text, 'canceled'::text])))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'canceled'::text, 'refunded'::text, 'disputed'::text]))),
  constraint orders_subscription_check CHECK (((kind = 'subscription'::text) = ((subscription_id IS NOT NULL) AND ("interval" IS NOT NULL) AND (months IS NOT NULL)))),
  constraint orders_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX orders_open_topup ON orders USING btree (workspace_id) WHERE ((kind = 'topup'::text) AND (status = 'pending'::text));
CREATE UNIQUE INDEX orders_open_renewal ON orders USING btree (workspace_id, subscription_id) WHERE ((kind = 'subscription'::text) AND (status = 'pending'::text));
CREATE INDEX orders_topups ON orders USING btree (workspace_id, id) WHERE (kind = 'topup'::text);
CREATE INDEX orders_subscription ON orders USING btree (workspace_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX orders_due ON orders USING btree (attempt_at) WHERE (attempt_at IS NOT NULL);
CREATE INDEX orders_id ON orders USING btree (id);
CREATE INDEX orders_pending ON orders USING btree (id) WHERE (status = 'pending'::text);

create table subscriptions (
  workspace_id text not null,
  id text not null,
  plan_id text not null,
  "interval" text not null,
  credits_per_month bigint not null,
  rollover_cap bigint not null,
  price_usd_cents bigint not null,
  price_book text not null,
  provider text not null,
  external_id text,
  status text not null,
  cancel_at_period_end boolean not null,
  anchor_at timestamp with time zone not null,
  months_paid integer not null,
  months_granted integer not null,
  due_at timestamp with time zone,
  past_due_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (workspace_id, id),
  constraint subscriptions_due_check CHECK (((status = 'canceled'::text) = (due_at IS NULL))),
  constraint subscriptions_ended_check CHECK (((status = 'canceled'::text) = (ended_at IS NOT NULL))),
  constraint subscriptions_interval_check CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint subscriptions_months_check CHECK (((months_granted >= 0) AND (months_granted <= months_paid))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'canceled'::text]))),
  constraint subscriptions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX subscriptions_due ON subscriptions USING btree (due_at) WHERE (due_at IS NOT NULL);

create table payers (
  workspace_id text not null,
  provider text not null,
  customer_id text,
  method_id text,
  declines integer not null,
  blocked_reason text,
  updated_at timestamp with time zone not null,
  constraint payers_pkey PRIMARY KEY (workspace_id, provider),
  constraint payers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table auto_topups (
  workspace_id text not null,
  threshold double precision not null,
  pack_id text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auto_topups_pkey PRIMARY KEY (workspace_id),
  constraint auto_topups_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table payment_refs (
  provider text not null,
  ref text not null,
  workspace_id text not null,
  owner_id text not null,
  constraint payment_refs_pkey PRIMARY KEY (provider, ref)
);

create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  constraint payment_events_pkey PRIMARY KEY (provider, id)
);
CREATE INDEX payment_events_received ON payment_events USING btree (received_at);

create table jobs (
  workspace_id text not null,
  id bigint generated always as identity not null,
  job text not null,
  state text not null,
  priority smallint not null,
  run_at timestamp(3) with time zone not null,
  key text,
  position_at timestamp(3) with time zone,
  dedupe text,
  remote integer default 0 not null,
  payload jsonb not null,
  attempts integer not null,
  claims integer not null,
  claim uuid,
  lease_until timestamp with time zone,
  error text,
  created_at timestamp with time zone not null,
  dead_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (workspace_id, id),
  constraint jobs_claim_check CHECK (((state = 'running'::text) = ((claim IS NOT NULL) AND (lease_until IS NOT NULL)))),
  constraint jobs_dead_check CHECK (((state = 'dead'::text) = (dead_at IS NOT NULL))),
  constraint jobs_parked_check CHECK (((state <> 'parked'::text) OR (key IS NOT NULL))),
  constraint jobs_position_check CHECK (((key IS NULL) = (position_at IS NULL))),
  constraint jobs_priority_check CHECK (((priority >= 0) AND (priority <= 9))),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'backlogged'::text, 'parked'::text, 'running'::text, 'dead'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_cost_delay=0);
CREATE INDEX jobs_waiting ON jobs USING btree (job, priority, run_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX jobs_backlog ON jobs USING btree (job, workspace_id, remote, priority, run_at, id) WHERE (state = 'backlogged'::text);
CREATE INDEX jobs_running ON jobs USING btree (id) WHERE (state = 'running'::text);
CREATE INDEX jobs_by_key ON jobs USING btree (workspace_id, key, position_at, id) WHERE ((key IS NOT NULL) AND (state <> 'dead'::text));
CREATE INDEX jobs_dead ON jobs USING btree (job, id) WHERE (state = 'dead'::text);
CREATE UNIQUE INDEX jobs_one_per_key ON jobs USING btree (workspace_id, key) WHERE ((key IS NOT NULL) AND (state = 'running'::text));
CREATE UNIQUE INDEX jobs_dedupe ON jobs USING btree (workspace_id, job, dedupe) WHERE ((dedupe IS NOT NULL) AND (state <> 'dead'::text));

create table job_pauses (
  job text not null,
  paused_at timestamp with time zone not null,
  constraint job_pauses_pkey PRIMARY KEY (job)
);

create table webhook_endpoints (
  workspace_id text not null,
  id text not null,
  url text not null,
  events text[] not null,
  description text,
  job_id text,
  status text not null,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  failures integer not null,
  failing_since timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_endpoints_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_endpoints_failing_check CHECK (((failures > 0) = (failing_since IS NOT NULL))),
  constraint webhook_endpoints_previous_check CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoints_reason_check CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint webhook_endpoints_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
) with (fillfactor=50);

create table webhook_events (
  workspace_id text not null,
  id text not null,
  type text not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  xid xid8 default pg_current_xact_id(),
  constraint webhook_events_pkey PRIMARY KEY (workspace_id, id)
);

create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null,
  attempt integer not null,
  attempts_max integer not null,
  next_attempt_at timestamp(3) with time zone,
  claim uuid,
  lease_until timestamp with time zone,
  claims integer not null,
  last_response_code integer,
  last_error text,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_deliveries_claim_check CHECK (((claim IS NULL) = (lease_until IS NULL))),
  constraint webhook_deliveries_delivered_check CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_next_check CHECK (((status = ANY (ARRAY['pending'::text, 'failed'::text])) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_rest_check CHECK (((claim IS NULL) OR (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'failed'::text, 'delivered'::text, 'dead'::text])))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_cost_delay=0);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_attempt_at, event_id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries USING btree (workspace_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries USING btree (workspace_id, id) WHERE (status <> 'delivered'::text);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries USING btree (workspace_id) WHERE (status = 'dead'::text);

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  attempt integer not null,
  started_at timestamp(3) with time zone not null,
  duration_ms integer not null,
  response_code integer,
  error text,
  response_body text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (workspace_id, delivery_id, attempt)
);

create table event_streams (
  workspace_id text not null,
  caller_id text not null,
  events text[] not null,
  opened_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint event_streams_pkey PRIMARY KEY (workspace_id, caller_id, events),
  constraint event_streams_events_check CHECK ((cardinality(events) > 0)),
  constraint event_streams_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table people (
  id text not null,
  place bigint not null,
  doc tsvector not null,
  marks text[] not null,
  email_mark text,
  full_name text not null,
  first_name text,
  last_name text,
  title text,
  seniority text,
  department text,
  email text,
  company_name text,
  company_domain text,
  company_industry text,
  company_size text,
  company_country text,
  city text,
  region text,
  country text,
  skills text[] not null,
  links text[] not null,
  keywords text[] not null,
  sources jsonb not null,
  added_in bigint not null,
  updated_at timestamp with time zone not null,
  constraint people_pkey PRIMARY KEY (id)
);
CREATE INDEX people_place ON people USING btree (place);
CREATE INDEX people_doc ON people USING gin (doc);
CREATE INDEX people_marks ON people USING gin (marks);
CREATE INDEX people_email ON people USING btree (email_mark);
CREATE INDEX people_added ON people USING btree (added_in, id);
CREATE INDEX people_named ON people USING gin (directory_name_keys(full_name, first_name, last_name, company_domain, email));

create table companies (
  id text not null,
  place bigint not null,
  doc tsvector not null,
  marks text[] not null,
  company_name text,
  company_domain text,
  company_industry text,
  company_size text,
  company_country text,
  sources jsonb not null,
  updated_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (id)
);
CREATE INDEX companies_place ON companies USING btree (place);
CREATE INDEX companies_doc ON companies USING gin (doc);

create table directory_changes (
  id bigint generated always as identity not null,
  version bigint,
  created_at timestamp with time zone not null,
  constraint directory_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX directory_changes_version ON directory_changes USING btree (version);
CREATE INDEX directory_changes_unpublished ON directory_changes USING btree (id) WHERE (version IS NULL);

create table people_past (
  id bigint generated always as identity not null,
  change_id bigint not null,
  person_id text not null,
  place bigint not null,
  doc tsvector not null,
  marks text[] not null,
  added_in bigint not null,
  constraint people_past_pkey PRIMARY KEY (id)
);
CREATE INDEX people_past_change ON people_past USING btree (change_id, person_id);
CREATE INDEX people_past_person ON people_past USING btree (person_id, id);

create table directory_feed (
  only_row boolean default true not null,
  published bigint not null,
  forgotten bigint not null,
  home text default 'here'::text not null,
  constraint directory_feed_pkey PRIMARY KEY (only_row),
  constraint directory_feed_home_check CHECK ((home = ANY (ARRAY['here'::text, 'arriving'::text, 'elsewhere'::text]))),
  constraint directory_feed_only_check CHECK (only_row)
);

create table suppressions (
  workspace_id text not null,
  id text not null,
  kind text not null,
  value text not null,
  mark text not null,
  reason text,
  because_of text,
  added_in bigint not null,
  lifted_in bigint,
  created_at timestamp with time zone not null,
  constraint suppressions_pkey PRIMARY KEY (workspace_id, id),
  constraint suppressions_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'email_sha256'::text, 'domain'::text, 'person'::text])))
);
CREATE UNIQUE INDEX suppressions_mark ON suppressions USING btree (workspace_id, mark) WHERE (lifted_in IS NULL);
CREATE INDEX suppressions_past ON suppressions USING btree (workspace_id, mark) WHERE (lifted_in IS NOT NULL);
CREATE INDEX suppressions_added ON suppressions USING btree (workspace_id, added_in);
CREATE INDEX suppressions_lifted ON suppressions USING btree (workspace_id, lifted_in) WHERE (lifted_in IS NOT NULL);
CREATE INDEX suppressions_because ON suppressions USING btree (workspace_id, because_of) WHERE (because_of IS NOT NULL);

create table directory_imports (
  id text not null,
  source text not null,
  records bigint not null,
  added bigint not null,
  updated bigint not null,
  unchanged bigint not null,
  suppressed bigint not null,
  rejected bigint not null,
  report_bytes bigint not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint directory_imports_pkey PRIMARY KEY (id)
);

create table source_spend (
  day date not null,
  source text not null,
  micros bigint not null,
  calls bigint not null,
  constraint source_spend_pkey PRIMARY KEY (day, source),
  constraint source_spend_not_negative CHECK ((micros >= 0))
);

create table receipt_steps (
  workspace_id text not null,
  id text not null,
  request_id text not null,
  key_id text not null,
  price_book text not null,
  step text not null,
  steps jsonb not null,
  created_at timestamp with time zone not null,
  constraint receipt_steps_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX receipt_steps_request ON receipt_steps USING btree (workspace_id, request_id);
CREATE INDEX receipt_steps_age ON receipt_steps USING brin (created_at);

create table paid_subjects (
  workspace_id text not null,
  action text not null,
  subject bytea not null,
  request_id text not null,
  paid_at timestamp with time zone not null,
  constraint paid_subjects_pkey PRIMARY KEY (workspace_id, action, subject)
);

create table mail_domains (
  domain text not null,
  catch_all boolean,
  catch_all_until timestamp(3) with time zone,
  probed_on date not null,
  probes integer not null,
  constraint mail_domains_pkey PRIMARY KEY (domain),
  constraint mail_domains_catch_all_check CHECK (((catch_all IS NULL) = (catch_all_until IS NULL))),
  constraint mail_domains_probes_check CHECK ((probes >= 0))
);

create table mail_patterns (
  domain text not null,
  pattern text not null,
  seen integer not null,
  weight double precision not null,
  seen_at timestamp(3) with time zone not null,
  constraint mail_patterns_pkey PRIMARY KEY (domain, pattern),
  constraint mail_patterns_seen_check CHECK (((seen > 0) AND (weight > (0)::double precision)))
);

create table mail_sightings (
  domain text not null,
  fingerprint bytea not null,
  constraint mail_sightings_pkey PRIMARY KEY (domain, fingerprint)
);

create table mail_lessons (
  domain text not null,
  version bigint not null,
  constraint mail_lessons_pkey PRIMARY KEY (domain)
);

create table vendor_tickets (
  source text not null,
  ticket text not null,
  token_hash bytea not null,
  state text not null,
  answer jsonb,
  reason text,
  created_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint vendor_tickets_pkey PRIMARY KEY (source, ticket),
  constraint vendor_tickets_answer_check CHECK (((state = 'found'::text) = (answer IS NOT NULL))),
  constraint vendor_tickets_resolved_check CHECK (((state = 'waiting'::text) = (resolved_at IS NULL))),
  constraint vendor_tickets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'found'::text, 'not_found'::text, 'failed'::text, 'expired'::text]))),
  constraint vendor_tickets_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX vendor_tickets_age ON vendor_tickets USING btree (created_at);

create table vendor_callbacks (
  source text not null,
  ticket text not null,
  body_hash bytea not null,
  body text not null,
  received_at timestamp with time zone not null,
  constraint vendor_callbacks_pkey PRIMARY KEY (source, ticket, body_hash),
  constraint vendor_callbacks_ticket_fkey FOREIGN KEY (source, ticket) REFERENCES vendor_tickets(source, ticket) ON DELETE CASCADE
);

create table lookup_tickets (
  workspace_id text not null,
  subject bytea not null,
  source text not null,
  ticket text not null,
  due_at timestamp(3) with time zone not null,
  paid_on date not null,
  created_at timestamp with time zone not null,
  constraint lookup_tickets_pkey PRIMARY KEY (workspace_id, subject, source)
);
CREATE INDEX lookup_tickets_age ON lookup_tickets USING brin (created_at);

create table workflow_steps (
  workspace_id text not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  step text not null,
  output jsonb,
  created_at timestamp with time zone not null,
  constraint workflow_steps_pkey PRIMARY KEY (workspace_id, idempotency_key, fingerprint, step)
);
CREATE INDEX workflow_steps_age ON workflow_steps USING btree (created_at);

create table data_jobs (
  workspace_id text not null,
  id text not null,
  kind text not null,
  action text not null,
  status text not null,
  columns text[] not null,
  filters json,
  search_limit integer,
  search_cursor text,
  taken integer not null,
  total integer not null,
  done integer not null,
  found integer not null,
  failed integer not null,
  hold_id text not null,
  reserved bigint not null,
  charged bigint not null,
  price_book text not null,
  key_id text not null,
  request_id text not null,
  webhook_id text,
  error jsonb,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint data_jobs_pkey PRIMARY KEY (workspace_id, id),
  constraint data_jobs_finished_check CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'completed_with_errors'::text, 'failed'::text, 'canceled'::text])))),
  constraint data_jobs_kind_check CHECK ((kind = ANY (ARRAY['async'::text, 'bulk'::text]))),
  constraint data_jobs_progress_check CHECK (((done <= total) AND ((found + failed) <= done) AND (charged <= reserved))),
  constraint data_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'completed_with_errors'::text, 'failed'::text, 'canceling'::text, 'canceled'::text])))
);
CREATE INDEX data_jobs_finished ON data_jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX data_jobs_unfinished ON data_jobs USING btree (workspace_id) WHERE (finished_at IS NULL);

create table data_job_rows (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  line integer,
  cells text[] not null,
  step text,
  same_as integer,
  times integer not null,
  attempts smallint not null,
  due_at timestamp(3) with time zone,
  tickets jsonb,
  trouble jsonb,
  constraint data_job_rows_pkey PRIMARY KEY (workspace_id, job_id, n)
);
CREATE INDEX data_job_rows_due ON data_job_rows USING btree (workspace_id, job_id, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX data_job_rows_step ON data_job_rows USING btree (workspace_id, step) WHERE ((step IS NOT NULL) AND (same_as IS NULL));

create table data_job_results (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  status text not null,
  data json,
  error json,
  credits bigint not null,
  marks text[],
  constraint data_job_results_pkey PRIMARY KEY (workspace_id, job_id, n),
  constraint data_job_results_data_check CHECK (((status = 'found'::text) = (data IS NOT NULL))),
  constraint data_job_results_error_check CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint data_job_results_status_check CHECK ((status = ANY (ARRAY['found'::text, 'not_found'::text, 'failed'::text])))
);

create table saved_searches (
  workspace_id text not null,
  id text not null,
  name text not null,
  action text not null,
  query text not null,
  filters json,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_searches_pkey PRIMARY KEY (workspace_id, id),
  constraint saved_searches_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table platform_apps (
  workspace_id text not null,
  id text not null,
  platform text not null,
  credentials text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint platform_apps_pkey PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX platform_apps_current ON platform_apps USING btree (workspace_id, platform) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX platform_apps_id ON platform_apps USING btree (id);

create table connections (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  platform text not null,
  app_id text,
  member_id text,
  mode text not null,
  status text not null,
  account_id text,
  is_reconnect boolean not null,
  redirect_url text,
  options jsonb not null,
  secrets text,
  identity jsonb,
  scopes text[] not null,
  entities jsonb,
  error jsonb,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint connections_pkey PRIMARY KEY (workspace_id, id),
  constraint connections_account_check CHECK (((status <> 'completed'::text) OR (account_id IS NOT NULL))),
  constraint connections_mode_check CHECK ((mode = ANY (ARRAY['hosted'::text, 'headless'::text]))),
  constraint connections_secrets_check CHECK (((secrets IS NULL) OR (status = ANY (ARRAY['awaiting_user'::text, 'awaiting_selection'::text])))),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['awaiting_user'::text, 'awaiting_selection'::text, 'completed'::text, 'failed'::text, 'expired'::text]))),
  constraint connections_profile_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX connections_profile ON connections USING btree (workspace_id, profile_id);
CREATE INDEX connections_pending ON connections USING btree (expires_at) WHERE (status = ANY (ARRAY['awaiting_user'::text, 'awaiting_selection'::text]));
CREATE INDEX connections_created ON connections USING btree (created_at);

create table connection_states (
  hash bytea not null,
  workspace_id text not null,
  connection_id text not null,
  expires_at timestamp(3) with time zone not null,
  constraint connection_states_pkey PRIMARY KEY (hash)
);
CREATE INDEX connection_states_expiry ON connection_states USING btree (expires_at);

create table accounts (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  platform text not null,
  external_identity_id text not null,
  display_name text,
  username text,
  avatar_url text,
  status text not null,
  active_entity_id text,
  active_external_id text,
  granted_scopes text[] not null,
  health jsonb not null,
  check_at timestamp(3) with time zone,
  expiry_told_days smallint,
  connected_at timestamp(3) with time zone,
  disconnected_at timestamp(3) with time zone,
  disconnect_reason text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint accounts_pkey PRIMARY KEY (workspace_id, id),
  constraint accounts_active_check CHECK (((status <> ALL (ARRAY['connected'::text, 'expiring'::text])) OR (active_entity_id IS NOT NULL))),
  constraint accounts_disconnected_check CHECK (((disconnected_at IS NULL) = (disconnect_reason IS NULL))),
  constraint accounts_entity_check CHECK (((active_entity_id IS NULL) = (active_external_id IS NULL))),
  constraint accounts_reason_check CHECK (((status <> 'disconnected'::text) OR (disconnect_reason IS NOT NULL))),
  constraint accounts_status_check CHECK ((status = ANY (ARRAY['pending_selection'::text, 'connected'::text, 'expiring'::text, 'reauth_required'::text, 'disconnected'::text]))),
  constraint accounts_profile_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX accounts_entity_key ON accounts USING btree (workspace_id, profile_id, platform, active_external_id) WHERE (active_external_id IS NOT NULL);
CREATE INDEX accounts_check ON accounts USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX accounts_external ON accounts USING btree (platform, active_external_id) WHERE (active_external_id IS NOT NULL);
CREATE INDEX accounts_identity ON accounts USING btree (platform, external_identity_id);

create table account_entities (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  kind text not null,
  external_id text not null,
  name text not null,
  parent_external_id text,
  metadata json not null,
  grants text[] not null,
  selectable boolean not null,
  unselectable_reason text,
  secret text,
  last_refreshed_at timestamp(3) with time zone not null,
  constraint account_entities_pkey PRIMARY KEY (workspace_id, id),
  constraint account_entities_reason_check CHECK ((selectable = (unselectable_reason IS NULL))),
  constraint account_entities_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint account_entities_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX account_entities_parent ON account_entities USING btree (parent_external_id) WHERE (parent_external_id IS NOT NULL);

create table account_grants (
  workspace_id text not null,
  account_id text not null,
  app_id text,
  tokens text not null,
  expires_at timestamp(3) with time zone,
  reauth_at timestamp(3) with time zone,
  is_renewable boolean not null,
  version bigint default nextval('account_grant_versions'::regclass) not null,
  claim uuid,
  claim_until timestamp with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint account_grants_pkey PRIMARY KEY (workspace_id, account_id),
  constraint account_grants_claim_check CHECK (((claim IS NULL) = (claim_until IS NULL))),
  constraint account_grants_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);

create table media_assets (
  workspace_id text not null,
  id text not null,
  profile_ids text[] not null,
  status text not null,
  source_url text not null,
  upload_key text,
  upload_bytes bigint,
  storage_key text,
  mime text,
  bytes_size bigint,
  width integer,
  height integer,
  duration_s double precision,
  checksum text,
  validation jsonb not null,
  used_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint media_assets_pkey PRIMARY KEY (workspace_id, id),
  constraint media_assets_ready_check CHECK ((((status = 'ready'::text) = (storage_key IS NOT NULL)) AND ((status <> 'ready'::text) OR ((mime IS NOT NULL) AND (bytes_size IS NOT NULL) AND (checksum IS NOT NULL))))),
  constraint media_assets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'fetching'::text, 'ready'::text, 'failed'::text]))),
  constraint media_assets_upload_check CHECK (((upload_key IS NULL) = (upload_bytes IS NULL))),
  constraint media_assets_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX media_assets_used ON media_assets USING btree (workspace_id, used_at);
CREATE INDEX media_assets_unfetched ON media_assets USING btree (updated_at) WHERE (status = ANY (ARRAY['pending'::text, 'fetching'::text]));

create table media_uses (
  workspace_id text not null,
  media_id text not null,
  used_by text not null,
  constraint media_uses_pkey PRIMARY KEY (workspace_id, media_id, used_by),
  constraint media_uses_media_fkey FOREIGN KEY (workspace_id, media_id) REFERENCES media_assets(workspace_id, id)
);
CREATE INDEX media_uses_by ON media_uses USING btree (workspace_id, used_by);

create table media_leftovers (
  workspace_id text not null,
  storage_key text not null,
  media_id text,
  bytes bigint default 0 not null,
  remove_at timestamp(3) with time zone not null,
  constraint media_leftovers_pkey PRIMARY KEY (workspace_id, storage_key)
);
CREATE INDEX media_leftovers_due ON media_leftovers USING btree (remove_at);
CREATE INDEX media_leftovers_of ON media_leftovers USING btree (workspace_id, media_id);

create table media_usage (
  workspace_id text not null,
  bytes bigint not null,
  constraint media_usage_pkey PRIMARY KEY (workspace_id),
  constraint media_usage_bytes_check CHECK ((bytes >= 0))
);

create table posts (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  content text not null,
  media_ids text[] not null,
  first_comment text,
  is_draft boolean default false not null,
  scheduled_at timestamp(3) with time zone,
  idempotency_key text,
  search_text text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint posts_pkey PRIMARY KEY (workspace_id, id),
  constraint posts_profile_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX posts_profile ON posts USING btree (workspace_id, profile_id, id);
CREATE INDEX posts_scheduled ON posts USING btree (workspace_id, scheduled_at) WHERE (scheduled_at IS NOT NULL);
CREATE INDEX posts_drafts ON posts USING btree (workspace_id, id) WHERE is_draft;
CREATE INDEX posts_time ON posts USING btree (workspace_id, COALESCE(scheduled_at, created_at));

create table post_targets (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  account_id text not null,
  platform text not null,
  "position" smallint not null,
  content text,
  media_ids text[],
  first_comment text,
  options jsonb not null,
  status text not null,
  generation integer not null,
  wake_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  claim uuid,
  handle text not null,
  prepared jsonb,
  intent_at timestamp(3) with time zone,
  entity_external_id text,
  attempts integer not null,
  failures integer not null,
  asks integer not null,
  external_id text,
  external_url text,
  error jsonb,
  published_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint post_targets_pkey PRIMARY KEY (workspace_id, id),
  constraint post_targets_intent_check CHECK (
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'canceled'::text])) THEN (intent_at IS NULL)
    WHEN (status = ANY (ARRAY['unconfirmed'::text, 'processing'::text, 'published'::text])) THEN (intent_at IS NOT NULL)
    ELSE true
END),
  constraint post_targets_published_check CHECK (((status <> ALL (ARRAY['published'::text, 'unpublished'::text])) OR ((external_id IS NOT NULL) AND (published_at IS NOT NULL)))),
  constraint post_targets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'publishing'::text, 'processing'::text, 'published'::text, 'failed'::text, 'unconfirmed'::text, 'canceled'::text, 'unpublished'::text]))),
  constraint post_targets_wake_check CHECK (
CASE
    WHEN (status = ANY (ARRAY['publishing'::text, 'processing'::text])) THEN (wake_at IS NOT NULL)
    WHEN (status = ANY (ARRAY['published'::text, 'failed'::text, 'canceled'::text, 'unpublished'::text])) THEN (wake_at IS NULL)
    ELSE true
END),
  constraint post_targets_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint post_targets_post_fkey FOREIGN KEY (workspace_id, post_id) REFERENCES posts(workspace_id, id) ON DELETE CASCADE,
  constraint post_targets_account_key UNIQUE (workspace_id, post_id, account_id)
) with (fillfactor=70);
CREATE INDEX post_targets_account ON post_targets USING btree (workspace_id, account_id, post_id);
CREATE INDEX post_targets_status ON post_targets USING btree (workspace_id, status, post_id);
CREATE INDEX post_targets_overdue ON post_targets USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX post_targets_external ON post_targets USING btree (workspace_id, account_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX post_targets_failed ON post_targets USING btree (workspace_id, updated_at) WHERE (status = ANY (ARRAY['failed'::text, 'unconfirmed'::text]));
CREATE INDEX post_targets_published ON post_targets USING btree (workspace_id, published_at) WHERE (published_at IS NOT NULL);

create table post_attempts (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  target_id text not null,
  phase text not null,
  outcome text not null,
  error jsonb,
  started_at timestamp(3) with time zone not null,
  duration_ms integer,
  constraint post_attempts_pkey PRIMARY KEY (workspace_id, id),
  constraint post_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['started'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text, 'waiting'::text, 'absent'::text]))),
  constraint post_attempts_phase_check CHECK ((phase = ANY (ARRAY['prepare'::text, 'publish'::text, 'reconcile'::text, 'unpublish'::text, 'first_comment'::text]))),
  constraint post_attempts_target_fkey FOREIGN KEY (workspace_id, target_id) REFERENCES post_targets(workspace_id, id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX post_attempts_post ON post_attempts USING btree (workspace_id, post_id, id);
CREATE INDEX post_attempts_target ON post_attempts USING btree (workspace_id, target_id);
CREATE INDEX post_attempts_age ON post_attempts USING brin (started_at);

create table post_first_comments (
  workspace_id text not null,
  target_id text not null,
  body text not null,
  status text not null,
  generation integer not null,
  handle text not null,
  intent_at timestamp(3) with time zone,
  wake_at timestamp(3) with time zone,
  failures integer not null,
  external_id text,
  error jsonb,
  constraint post_first_comments_pkey PRIMARY KEY (workspace_id, target_id),
  constraint post_first_comments_published_check CHECK (((status = 'published'::text) = (external_id IS NOT NULL))),
  constraint post_first_comments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'failed'::text]))),
  constraint post_first_comments_wake_check CHECK (((status = 'pending'::text) = (wake_at IS NOT NULL))),
  constraint post_first_comments_target_fkey FOREIGN KEY (workspace_id, target_id) REFERENCES post_targets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX post_first_comments_overdue ON post_first_comments USING btree (wake_at) WHERE (wake_at IS NOT NULL);

create table demo_data (
  workspace_id text not null,
  profile_id text not null,
  people text[] not null,
  stage text not null,
  created_at timestamp with time zone not null,
  constraint demo_data_pkey PRIMARY KEY (workspace_id),
  constraint demo_data_stage_check CHECK ((stage = ANY (ARRAY['profile'::text, 'posts'::text, 'ready'::text]))),
  constraint demo_data_profile_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles(workspace_id, id) ON DELETE CASCADE
);

create table account_feeds (
  workspace_id text not null,
  account_id text not null,
  feed text not null,
  entity_external_id text,
  cursor text,
  known_since timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  item_at timestamp(3) with time zone,
  failures integer not null,
  last_error jsonb,
  page_limit integer,
  skipped jsonb,
  constraint account_feeds_pkey PRIMARY KEY (workspace_id, account_id, feed),
  constraint account_feeds_failures_check CHECK ((failures >= 0)),
  constraint account_feeds_page_limit_check CHECK ((page_limit >= 0)),
  constraint account_feeds_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX account_feeds_due ON account_feeds USING btree (due_at) WHERE (due_at IS NOT NULL);

create table inbound_pushes (
  id text not null,
  platform text not null,
  body bytea not null,
  headers jsonb not null,
  query jsonb not null,
  digest bytea,
  sender jsonb,
  received_at timestamp(3) with time zone not null,
  handled_at timestamp(3) with time zone,
  constraint inbound_pushes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX inbound_pushes_digest ON inbound_pushes USING btree (platform, digest);

create table comments (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  entity_external_id text,
  external_id text not null,
  external_media_id text,
  parent_external_id text,
  author jsonb not null,
  body text,
  is_hidden boolean not null,
  can_reply boolean not null,
  is_own boolean not null,
  occurred_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint comments_pkey PRIMARY KEY (workspace_id, id),
  constraint comments_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint comments_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX comments_account ON comments USING btree (workspace_id, account_id, id);
CREATE INDEX comments_media ON comments USING btree (workspace_id, external_media_id, id);
CREATE INDEX comments_own ON comments USING btree (workspace_id, account_id, parent_external_id) WHERE is_own;

create table comment_replies (
  workspace_id text not null,
  comment_id text not null,
  handle text not null,
  body text not null,
  intent_at timestamp(3) with time zone not null,
  external_id text,
  constraint comment_replies_pkey PRIMARY KEY (workspace_id, comment_id, handle),
  constraint comment_replies_comment_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE
);

create table conversations (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  entity_external_id text,
  external_id text not null,
  participant jsonb not null,
  status text not null,
  last_inbound_at timestamp(3) with time zone,
  last_message_at timestamp(3) with time zone,
  unread_count integer not null,
  participant_search text default ''::text not null,
  last_search text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  constraint conversations_pkey PRIMARY KEY (workspace_id, id),
  constraint conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'archived'::text]))),
  constraint conversations_unread_check CHECK ((unread_count >= 0)),
  constraint conversations_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint conversations_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX conversations_account ON conversations USING btree (workspace_id, account_id, id);
CREATE INDEX conversations_unread ON conversations USING btree (workspace_id, id) WHERE (unread_count > 0);
CREATE INDEX conversations_recent ON conversations USING btree (workspace_id, COALESCE(last_message_at, created_at), id);
CREATE INDEX conversations_recent_open ON conversations USING btree (workspace_id, COALESCE(last_message_at, created_at), id) WHERE (status = 'open'::text);

create table conversation_aliases (
  workspace_id text not null,
  account_id text not null,
  external_id text not null,
  conversation_id text not null,
  constraint conversation_aliases_pkey PRIMARY KEY (workspace_id, account_id, external_id),
  constraint conversation_aliases_conversation_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_aliases_conversation ON conversation_aliases USING btree (workspace_id, conversation_id);

create table messages (
  workspace_id text not null,
  id text not null,
  conversation_id text not null,
  account_id text not null,
  direction text not null,
  external_id text,
  status text not null,
  body text,
  attachments jsonb not null,
  template json,
  media_id text,
  sent_via text,
  error jsonb,
  intent_at timestamp(3) with time zone,
  asks integer not null,
  occurred_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint messages_pkey PRIMARY KEY (workspace_id, id),
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint messages_received_check CHECK (((direction = 'inbound'::text) = (status = 'received'::text))),
  constraint messages_sent_check CHECK (((status <> ALL (ARRAY['sent'::text, 'delivered'::text, 'read'::text])) OR (external_id IS NOT NULL))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'received'::text]))),
  constraint messages_conversation_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE,
  constraint messages_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX messages_conversation ON messages USING btree (workspace_id, conversation_id, id);
CREATE INDEX messages_queued ON messages USING btree (created_at) WHERE (status = 'queued'::text);

create table message_statuses (
  workspace_id text not null,
  account_id text not null,
  message_external_id text not null,
  status text not null,
  error jsonb,
  received_at timestamp(3) with time zone not null,
  constraint message_statuses_pkey PRIMARY KEY (workspace_id, account_id, message_external_id),
  constraint message_statuses_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX message_statuses_received ON message_statuses USING btree (received_at);

create table reviews (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  entity_external_id text,
  external_id text not null,
  author jsonb not null,
  rating double precision,
  body text,
  reply_body text,
  reply_at timestamp(3) with time zone,
  occurred_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint reviews_pkey PRIMARY KEY (workspace_id, id),
  constraint reviews_reply_check CHECK (((reply_body IS NULL) = (reply_at IS NULL))),
  constraint reviews_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint reviews_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX reviews_account ON reviews USING btree (workspace_id, account_id, id);
CREATE INDEX reviews_unanswered ON reviews USING btree (workspace_id, id) WHERE (reply_body IS NULL);

create table account_metrics (
  workspace_id text not null,
  account_id text not null,
  entity_external_id text not null,
  metric text not null,
  day date not null,
  value double precision not null,
  constraint account_metrics_pkey PRIMARY KEY (workspace_id, account_id, entity_external_id, metric, day),
  constraint account_metrics_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);

create table post_metrics (
  workspace_id text not null,
  account_id text not null,
  external_id text not null,
  metrics jsonb,
  as_of timestamp(3) with time zone,
  asked_at timestamp(3) with time zone not null,
  constraint post_metrics_pkey PRIMARY KEY (workspace_id, account_id, external_id),
  constraint post_metrics_as_of_check CHECK (((metrics IS NULL) = (as_of IS NULL))),
  constraint post_metrics_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);

create table templates (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  external_id text not null,
  name text not null,
  language text not null,
  category text not null,
  components json not null,
  status text not null,
  rejection_reason text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint templates_pkey PRIMARY KEY (workspace_id, id),
  constraint templates_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'paused'::text, 'disabled'::text, 'in_appeal'::text, 'deleted'::text]))),
  constraint templates_account_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint templates_external_key UNIQUE (workspace_id, account_id, external_id)
);
CREATE INDEX templates_account ON templates USING btree (workspace_id, account_id, id);

create table sandbox_users (
  workspace_id text not null,
  id text not null,
  username text not null,
  token_seconds integer not null,
  can_refresh boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_users_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_users_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint sandbox_users_username_key UNIQUE (workspace_id, username)
);

create table sandbox_entities (
  workspace_id text not null,
  id text not null,
  user_id text not null,
  kind text not null,
  name text not null,
  grants text[] not null,
  view_key uuid default gen_random_uuid() not null,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_entities_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_entities_user_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES sandbox_users(workspace_id, id)
);
CREATE INDEX sandbox_entities_user ON sandbox_entities USING btree (workspace_id, user_id);
CREATE INDEX sandbox_entities_view ON sandbox_entities USING btree (view_key);

create table sandbox_tokens (
  workspace_id text not null,
  hash bytea not null,
  user_id text not null,
  kind text not null,
  code_challenge text,
  redirect_uri text,
  expires_at timestamp(3) with time zone not null,
  constraint sandbox_tokens_pkey PRIMARY KEY (workspace_id, hash),
  constraint sandbox_tokens_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'access'::text, 'refresh'::text]))),
  constraint sandbox_tokens_user_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES sandbox_users(workspace_id, id)
);
CREATE INDEX sandbox_tokens_user ON sandbox_tokens USING btree (workspace_id, user_id);
CREATE INDEX sandbox_tokens_expiry ON sandbox_tokens USING btree (expires_at);

create table sandbox_authorizations (
  workspace_id text not null,
  id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamp(3) with time zone not null,
  constraint sandbox_authorizations_pkey PRIMARY KEY (workspace_id, id)
);

create table sandbox_posts (
  workspace_id text not null,
  id text not null,
  entity_id text not null,
  handle text not null,
  is_handle_known boolean not null,
  body text not null,
  media text[] not null,
  options jsonb not null,
  status text not null,
  asks_left integer not null,
  view_key uuid default gen_random_uuid() not null,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_posts_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_posts_status_check CHECK ((status = ANY (ARRAY['live'::text, 'processing'::text, 'deleted'::text]))),
  constraint sandbox_posts_entity_fkey FOREIGN KEY (workspace_id, entity_id) REFERENCES sandbox_entities(workspace_id, id)
);
CREATE UNIQUE INDEX sandbox_posts_handle_key ON sandbox_posts USING btree (workspace_id, entity_id, handle) WHERE is_handle_known;
CREATE INDEX sandbox_posts_handle ON sandbox_posts USING btree (workspace_id, entity_id, handle);
CREATE INDEX sandbox_posts_view ON sandbox_posts USING btree (view_key);

create table sandbox_items (
  workspace_id text not null,
  id text not null,
  entity_id text not null,
  kind text not null,
  handle text,
  data jsonb not null,
  seq bigint generated by default as identity not null,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_items_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_items_entity_fkey FOREIGN KEY (workspace_id, entity_id) REFERENCES sandbox_entities(workspace_id, id),
  constraint sandbox_items_handle_key UNIQUE (workspace_id, entity_id, kind, handle)
);
CREATE INDEX sandbox_items_feed ON sandbox_items USING btree (workspace_id, entity_id, kind, seq);

create table sandbox_faults (
  workspace_id text not null,
  id text not null,
  operation text not null,
  fault text not null,
  username text,
  times_left integer,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_faults_pkey PRIMARY KEY (workspace_id, id),
  constraint sandbox_faults_times_check CHECK ((times_left > 0)),
  constraint sandbox_faults_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table sandbox_fault_uses (
  workspace_id text not null,
  key text not null,
  used_at timestamp(3) with time zone default now() not null,
  constraint sandbox_fault_uses_pkey PRIMARY KEY (workspace_id, key)
);

create table oauth_tokens (
  hash bytea not null,
  kind text not null,
  workspace_id text not null,
  key_id text not null,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  redirect_uri text,
  code_challenge text,
  constraint oauth_tokens_pkey PRIMARY KEY (hash),
  constraint oauth_tokens_code_check CHECK (((kind = 'code'::text) = ((redirect_uri IS NOT NULL) AND (code_challenge IS NOT NULL)))),
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'access'::text, 'refresh'::text])))
);
CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens USING btree (expires_at);
CREATE INDEX oauth_tokens_by_key ON oauth_tokens USING btree (workspace_id, key_id);

create table oauth_device_codes (
  hash bytea not null,
  user_code text not null,
  status text not null,
  client text not null,
  permission text not null,
  network text not null,
  interval_seconds integer not null,
  polled_at timestamp with time zone,
  workspace_id text,
  key_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint oauth_device_codes_pkey PRIMARY KEY (hash),
  constraint oauth_device_codes_key_check CHECK (((status = ANY (ARRAY['allowed'::text, 'used'::text])) = (key_id IS NOT NULL))),
  constraint oauth_device_codes_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'read_write'::text]))),
  constraint oauth_device_codes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'allowed'::text, 'denied'::text, 'used'::text]))),
  constraint oauth_device_codes_workspace_check CHECK (((key_id IS NULL) = (workspace_id IS NULL))),
  constraint oauth_device_codes_user_code_key UNIQUE (user_code)
);
CREATE INDEX oauth_device_codes_by_network ON oauth_device_codes USING btree (network);
CREATE INDEX oauth_device_codes_by_expiry ON oauth_device_codes USING btree (expires_at);

create table request_log (
  workspace_id text not null,
  request_id text not null,
  day date not null,
  method text not null,
  path text not null,
  operation text,
  status smallint not null,
  ms real not null,
  mode text not null,
  caller_id text not null,
  request_bytes bigint,
  response_bytes bigint,
  client_request_id text,
  error_code text,
  error_body text,
  constraint request_log_pkey PRIMARY KEY (workspace_id, request_id),
  constraint request_log_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
CREATE INDEX request_log_failed ON request_log USING btree (workspace_id, request_id) WHERE (status >= 400);
CREATE INDEX request_log_by_client_id ON request_log USING btree (workspace_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX request_log_age ON request_log USING brin (day);

create table purchases (
  workspace_id text not null,
  id text not null,
  action text not null,
  subject bytea not null,
  query text not null,
  question json not null,
  title text,
  items integer not null,
  data json,
  people text not null,
  marks text[],
  job_id text,
  hold_id text not null,
  request_id text not null,
  key_id text not null,
  credits bigint not null,
  bought_at timestamp(3) with time zone not null,
  constraint purchases_pkey PRIMARY KEY (workspace_id, id),
  constraint purchases_credits_check CHECK ((credits > 0)),
  constraint purchases_items_check CHECK ((items > 0))
);
CREATE INDEX purchases_subject ON purchases USING btree (workspace_id, subject);
CREATE INDEX purchases_age ON purchases USING brin (bought_at);

CREATE OR REPLACE FUNCTION directory_assert_here()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select 1 from directory_feed where home = 'here') then
    raise exception 'The directory of people is not in this database (see DIRECTORY_DATABASE_URL)' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_named(p_marks text[], p_names text[], p_most integer)
 RETURNS TABLE(asked bigint, n bigint, id text, place bigint, full_name text, first_name text, last_name text, company_domain text, email text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET effective_io_concurrency TO '0'
AS $function$
begin
  return query
  select m.asked, p.n, p.id, p.place, p.full_name, p.first_name, p.last_name, p.company_domain, p.email
  from unnest(p_marks, p_names) with ordinality as m (mark, name, asked)
  cross join lateral (
    select c.id, c.place, c.full_name, c.first_name, c.last_name, c.company_domain, c.email, row_number() over () as n
    from people c
    where directory_name_keys(c.full_name, c.first_name, c.last_name, c.company_domain, c.email)
      && array[hashtextextended(substr(m.mark, 3) || ' ' || m.name, 0), hashtextextended(substr(m.mark, 3) || ' ', 0)]
    limit p_most + 1
  ) p;
end $function$;

CREATE OR REPLACE FUNCTION directory_publish()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_version bigint;
begin
  if exists (select from directory_changes where version is null) then
    update directory_feed set published = published + 1 returning published into v_version;
    update directory_changes set version = v_version where version is null;
    return v_version;
  end if;
  return (select published from directory_feed);
end $function$;

CREATE OR REPLACE FUNCTION directory_suppressed(p_workspace text, p_id text, p_marks text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id)) and lifted_in is null
  )
$function$;

CREATE OR REPLACE FUNCTION directory_suppressed_at(p_version bigint, p_workspace text, p_id text, p_marks text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id))
      and directory_version(added_in) <= p_version and directory_version(lifted_in) > p_version
  )
$function$;

CREATE OR REPLACE FUNCTION directory_version(p_change bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_change is null then 9223372036854775807 else coalesce(
    (select coalesce(version, 9223372036854775807) from directory_changes where id = p_change), 0
  ) end
$function$;

CREATE OR REPLACE FUNCTION ledger_admit(p_workspace text, p_epoch bigint, p_now timestamp with time zone, p_again boolean, p_ids text[], p_keys text[], p_amounts bigint[], p_actions text[], p_books text[], p_requests text[], p_seconds integer[], p_durable boolean[], p_caps bigint[], p_idem text[], p_prints text[])
 RETURNS TABLE(ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_at timestamptz := coalesce(p_now, now());
  v_from timestamptz := clock_timestamp();
  v_wanted bigint;
  v_left bigint;
begin
  if not p_again and p_caps is null and p_idem is null then
    select sum(a) into v_wanted from unnest(p_amounts) a;
    update wallets set available = wallets.available - v_wanted, held = held + v_wanted
    where workspace_id = p_workspace and wallets.available >= v_wanted and (next_expiry is null or next_expiry > v_at)
    returning wallets.available into v_left;
    if found then
      insert into holds (workspace_id, id, key_id, amount, epoch, expires_at, is_durable, action, price_book, request_id, created_at)
      select q.workspace_id, t.id, t.key_id, t.amount, p_epoch, v_from + t.seconds * interval '1 second', coalesce(t.durable, false),
        t.action, t.book, t.request, v_at
      from wallets q cross join unnest(p_ids, p_keys, p_amounts, p_actions, p_books, p_requests, p_seconds, p_durable)
        as t (id, key_id, amount, action, book, request, seconds, durable)
      where q.workspace_id = p_workspace;
      return query select 0::bigint, 'ok', v_left, null::smallint, null, null, null;
      return;
    end if;
  end if;
  return query
  select case r.verdict when 'ok' then 0 else r.ord end, r.verdict, r.available, r.replay_status, r.replay_headers, r.replay_body, r.replay_request
  from ledger_reserve(p_workspace, p_epoch, p_now, p_ids, p_keys, p_amounts, p_caps, p_actions, p_books, p_requests,
    p_seconds, coalesce(p_durable, array_fill(false, array[cardinality(p_ids)])), p_idem, p_prints) r
  where r.verdict <> 'ok' or r.ord = 1;
end $function$;

CREATE OR REPLACE FUNCTION ledger_append(p_workspace text, p_kind text, p_amount bigint, p_body text, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  w wallets;
  v_hash bytea;
  v_none bytea := sha256('');
  v_in bigint := case when p_kind = 'grant' then p_amount else 0 end;
  v_out bigint := case when p_kind = 'grant' then 0 else p_amount end;
begin
  select * into strict w from wallets where workspace_id = p_workspace;
  v_hash := ledger_hash(w.head, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at);
  insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash, balance_after)
  values (p_workspace, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at, v_hash,
    w.available + w.held + v_in - v_out);
  update wallets set
    seq = seq + 1, head = v_hash,
    granted = granted + v_in,
    available = available + v_in - v_out,
    expired = expired + v_out
  where workspace_id = p_workspace;
  return w.seq + 1;
end $function$;

CREATE OR REPLACE FUNCTION ledger_archive(p_workspace text, p_number bigint, p_seq bigint, p_before timestamp with time zone, p_body text, p_public_key text, p_signature text, p_entries bigint, p_charges bigint, p_free bigint, p_free_hold text, p_free_step text, p_open text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_last bigint;
  v_entries bigint;
  v_charges bigint;
  v_free bigint := 0;
begin
  select max(c.number) into v_last from ledger_checkpoints c where c.workspace_id = p_workspace;
  if p_number is distinct from coalesce(v_last, 0) + 1 then
    raise exception 'checkpoint % of % does not follow checkpoint %', p_number, p_workspace, coalesce(v_last, 0);
  end if;
  insert into ledger_checkpoints (workspace_id, number, seq, archived_before, body, public_key, signature)
  values (p_workspace, p_number, p_seq, p_before, p_body, p_public_key, p_signature);
  perform set_config('quoin.archiving', p_workspace, true);
  delete from charges c where c.workspace_id = p_workspace and c.journal_seq <= p_seq;
  get diagnostics v_charges = row_count;
  delete from journal j where j.workspace_id = p_workspace and j.seq <= p_seq;
  get diagnostics v_entries = row_count;
  perform set_config('quoin.archiving', '', true);
  if p_free > 0 then
    delete from charges c
    where c.workspace_id = p_workspace and (c.hold_id, c.step) <= (p_free_hold, p_free_step) and c.journal_seq is null
      and c.created_at < p_before and c.hold_id <> all (p_open);
    get diagnostics v_free = row_count;
  end if;
  if (v_entries, v_charges, v_free) is distinct from (p_entries, p_charges, p_free) then
    raise exception 'the rows of % changed while they were archived: % entries, % charges and % free charges, not %, % and %',
      p_workspace, v_entries, v_charges, v_free, p_entries, p_charges, p_free;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger_book(w wallets, p_charged bigint, p_released bigint, p_entries bigint, p_lines text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_entries_hash bytea;
  v_body text;
  v_hash bytea;
begin
  if p_charged > 0 then
    v_entries_hash := sha256(convert_to(p_lines, 'UTF8'));
    v_body := '{"burned":' || ledger_burn(w.workspace_id, p_charged) || '}';
    v_hash := ledger_hash(w.head, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at);
    insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash, balance_after)
    values (w.workspace_id, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at, v_hash, w.available + w.held - p_charged);
  end if;
  if p_charged > 0 or p_released > 0 then
    update wallets set
      held = held - p_charged - p_released, available = available + p_released, spent = spent + p_charged,
      seq = seq + (p_charged > 0)::integer, head = coalesce(v_hash, head)
    where workspace_id = w.workspace_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger_burn(p_workspace text, p_amount bigint)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_grant text;
  v_burned text;
  v_sum bigint;
begin
  update grants g set remaining = g.remaining - p_amount
  where g.workspace_id = p_workspace and g.remaining >= p_amount and g.id = (
    select n.id from grants n where n.workspace_id = p_workspace and n.remaining > 0 order by n.expires_at, n.burn_rank, n.id limit 1
  )
  returning g.id into v_grant;
  if found then return json_build_array(json_build_array(v_grant, p_amount))::text; end if;
  with live as (
    select g.id, g.remaining, sum(g.remaining) over (order by g.expires_at, g.burn_rank, g.id) as upto
    from grants g where g.workspace_id = p_workspace and g.remaining > 0
  ), burn as (
    select l.id, least(l.remaining, p_amount - (l.upto - l.remaining)) as take from live l where l.upto - l.remaining < p_amount
  ), burned as (
    update grants g set remaining = g.remaining - b.take from burn b where g.workspace_id = p_workspace and g.id = b.id
    returning g.id, b.take
  )
  select json_agg(json_build_array(b.id, b.take) order by b.id)::text, sum(b.take) into v_burned, v_sum from burned b;
  if v_sum is distinct from p_amount then raise exception 'grants do not cover what was charged'; end if;
  return v_burned;
end $function$;

CREATE OR REPLACE FUNCTION ledger_charge(p_workspace text, p_now timestamp with time zone, p_again boolean, p_ids text[], p_keys text[], p_actions text[], p_units bigint[], p_credits bigint[], p_most bigint[], p_books text[], p_requests text[], p_caps bigint[], p_idem text[], p_prints text[], p_status smallint[], p_headers text[], p_bodies text[])
 RETURNS TABLE(ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
 LANGUAGE plpgsql
AS $function$
declare
  w wallets;
  v_at timestamptz := coalesce(p_now, now());
  v_seq bigint;
  v_needed bigint;
  v_refusals text[];
  v_charged bigint;
  v_entries bigint;
  v_lines text;
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  if w.next_expiry <= v_at then
    perform ledger_expire(p_workspace, p_now);
    select * into w from wallets where workspace_id = p_workspace;
  end if;
  v_seq := w.seq + 1;

  -- If this amount is available, all calls fit in any order.
  select sum(t.credits) + max(t.most) into v_needed from unnest(p_credits, p_most) as t (credits, most);
  if p_again or p_caps is not null or p_idem is not null or v_needed > w.available then
    v_refusals := ledger_refusals(w, v_at, p_again, p_ids, p_keys, p_credits, p_most, p_caps, p_idem, p_prints);
  end if;

  select coalesce(sum(t.credits), 0), count(*),
    string_agg(concat_ws('|', t.id, '', t.key_id, t.action, t.units, t.credits, t.book, t.request), E'\n' order by t.id)
  into v_charged, v_entries, v_lines
  from unnest(p_ids, p_keys, p_actions, p_units, p_credits, p_books, p_requests, v_refusals)
    as t (id, key_id, action, units, credits, book, request, refusal)
  where t.refusal is null and t.credits > 0;

  insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
  select q.workspace_id, t.id, '', t.key_id, t.action, t.units, t.credits, t.book, t.request, case when t.credits > 0 then v_seq end, v_at
  from wallets q cross join unnest(p_ids, p_keys, p_actions, p_units, p_credits, p_books, p_requests, v_refusals)
    as t (id, key_id, action, units, credits, book, request, refusal)
  where q.workspace_id = p_workspace and t.refusal is null;

  if p_idem is not null then
    insert into idempotency_keys (workspace_id, mode, key, fingerprint, request_id, hold_id, status, headers, body, created_at)
    select q.workspace_id, 'live', t.key, decode(t.print, 'hex'), t.request, t.id, t.status, t.headers::jsonb, t.body, v_at
    from wallets q cross join unnest(p_idem, p_prints, p_requests, p_ids, p_status, p_headers, p_bodies, v_refusals)
      as t (key, print, request, id, status, headers, body, refusal)
    where q.workspace_id = p_workspace and t.key is not null and t.refusal is null;
  end if;

  -- Nothing is held, so the charge is taken from the available credits: as a release of the negative amount.
  perform ledger_book(w, v_charged, -v_charged, v_entries, v_lines, v_at);

  return query select 0::bigint, 'ok', w.available - v_charged, null::smallint, null, null, null;
  if v_refusals is null then return; end if;
  return query
  select t.ord, t.refusal, w.available - v_charged, i.status, i.headers::text, i.body, i.request_id
  from unnest(v_refusals, p_idem) with ordinality as t (refusal, key, ord)
  left join idempotency_keys i on t.refusal = 'replay' and i.workspace_id = p_workspace and i.mode = 'live' and i.key = t.key
  where t.refusal is not null and t.refusal <> 'charged';
end $function$;

CREATE OR REPLACE FUNCTION ledger_close(p_workspace text, p_epoch bigint, p_now timestamp with time zone, p_holds text[], p_steps text[], p_actions text[], p_units bigint[], p_credits bigint[], p_records boolean[], p_status smallint[], p_headers text[], p_bodies text[])
 RETURNS TABLE(ord bigint, verdict text, credits bigint, available bigint)
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  w wallets;
  v_at timestamptz := coalesce(p_now, now());
  v_charged bigint;
  v_released bigint;
  v_overdrawn boolean;
  v_ended bigint[];
  v_entries bigint;
  v_lines text;
  v_keys text[];
  v_earlier bigint;
  v_budgeted boolean;
  v_seq bigint;
  v_hold text;
  v_step text;
  v_ids text[];
  v_steps text[];
  v_key_ids text[];
  v_actions text[];
  v_units bigint[];
  v_credits bigint[];
  v_books text[];
  v_requests text[];
  v_records boolean[];
  v_amounts bigint[];
  v_periods date[];
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  v_seq := w.seq + 1;

  with ended as (
    delete from holds h where h.workspace_id = p_workspace and h.id = any (p_holds) and h.epoch = p_epoch
    returning h.id, h.amount, h.key_id, h.price_book, h.request_id, h.budget_period, h.idempotency_key
  ), line as (
    select t.ord, e.id, e.amount, e.key_id, e.price_book, e.request_id, e.budget_period, e.idempotency_key, t.step, t.action, t.units, t.credits, t.records
    from unnest(p_holds, p_steps, p_actions, p_units, p_credits, p_records)
      with ordinality as t (hold_id, step, action, units, credits, records, ord)
    join ended e on e.id = t.hold_id
  )
  select coalesce(sum(l.credits), 0), coalesce(sum(l.amount - l.credits), 0), bool_or(l.credits > l.amount), array_agg(l.ord),
    count(*) filter (where l.credits > 0),
    string_agg(concat_ws('|', l.id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id), E'\n' order by l.id, l.step)
      filter (where l.credits > 0),
    array_agg(l.idempotency_key) filter (where l.idempotency_key is not null), bool_or(l.budget_period is not null),
    array_agg(l.id), array_agg(l.step), array_agg(l.key_id), array_agg(l.action), array_agg(l.units), array_agg(l.credits),
    array_agg(l.price_book), array_agg(l.request_id), array_agg(l.records), array_agg(l.amount), array_agg(l.budget_period)
  into v_charged, v_released, v_overdrawn, v_ended, v_entries, v_lines, v_keys, v_budgeted,
    v_ids, v_steps, v_key_ids, v_actions, v_units, v_credits, v_books, v_requests, v_records, v_amounts, v_periods
  from line l;
  -- Before the check of the amounts: a step that was already charged fails on charges_pkey, which the caller handles.
  insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
  select q.workspace_id, l.id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id, case when l.credits > 0 then v_seq end, v_at
  from wallets q cross join unnest(v_ids, v_steps, v_key_ids, v_actions, v_units, v_credits, v_books, v_requests, v_records)
    as l (id, step, key_id, action, units, credits, price_book, request_id, records)
  where q.workspace_id = p_workspace and l.records is not false;
  if v_overdrawn then raise exception 'a charge exceeds its hold'; end if;
  if v_budgeted then
    update key_budgets b set held = b.held - t.amount, spent = b.spent + t.credits
    from (
      select l.key_id, l.budget_period, sum(l.amount) as amount, sum(l.credits) as credits
      from unnest(v_key_ids, v_periods, v_amounts, v_credits) as l (key_id, budget_period, amount, credits)
      where l.budget_period is not null group by l.key_id, l.budget_period
    ) t
    where b.workspace_id = p_workspace and b.key_id = t.key_id and b.period = t.budget_period;
  end if;

  if v_keys is not null then
    update idempotency_keys i set status = t.status, headers = t.headers::jsonb, body = t.body
    from unnest(p_holds, p_status, p_headers, p_bodies) as t (hold_id, status, headers, body)
    where i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_keys) and i.hold_id = t.hold_id and t.status is not null;
    delete from idempotency_keys i
    where i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_keys) and i.hold_id = any (p_holds) and i.status is null;
  end if;
  perform ledger_book(w, v_charged, v_released, v_entries, v_lines, v_at);

  available := w.available + v_released;
  ord := 0;
  return next;
  if coalesce(cardinality(v_ended), 0) = cardinality(p_holds) then return; end if;
  for i in 1 .. cardinality(p_holds) loop
    continue when i = any (v_ended);
    v_hold := p_holds[i];
    v_step := p_steps[i];
    select c.credits into v_earlier from charges c where c.workspace_id = p_workspace and c.hold_id = v_hold and c.step = v_step;
    verdict := case when found then 'ok' else 'fenced' end;
    credits := coalesce(v_earlier, 0);
    ord := i;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION ledger_expire(p_workspace text, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_grant text;
  v_total bigint := 0;
begin
  perform from wallets where workspace_id = p_workspace for update;
  for v_grant in
    select id from grants where workspace_id = p_workspace and remaining > 0 and expires_at <= coalesce(p_now, now())
    order by expires_at, burn_rank, id
  loop
    v_total := v_total + ledger_take(p_workspace, p_now, 'expire', v_grant, 9223372036854775807, 'expired');
  end loop;
  update wallets set next_expiry = (
    select min(expires_at) from grants where workspace_id = p_workspace and remaining > 0
  ) where workspace_id = p_workspace;
  return v_total;
end $function$;

CREATE OR REPLACE FUNCTION ledger_grant(p_workspace text, p_now timestamp with time zone, p_id text, p_kind text, p_source text, p_amount bigint, p_expires timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_at timestamptz := coalesce(p_now, now());
begin
  insert into wallets (workspace_id) values (p_workspace) on conflict do nothing;
  perform from wallets where workspace_id = p_workspace for update;
  insert into grants (workspace_id, id, kind, source_ref, amount, remaining, expires_at, created_at)
  values (p_workspace, p_id, p_kind, p_source, p_amount, p_amount, p_expires, v_at)
  on conflict on constraint grants_source_key do nothing;
  if not found then return false; end if;
  perform ledger_append(p_workspace, 'grant', p_amount,
    json_build_object('grant', p_id, 'kind', p_kind, 'source', p_source, 'expires_at', p_expires)::text, v_at);
  update wallets set next_expiry = least(next_expiry, p_expires) where workspace_id = p_workspace;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION ledger_hash(p_head bytea, p_seq bigint, p_kind text, p_amount bigint, p_entries bigint, p_entries_hash bytea, p_body text, p_at timestamp with time zone)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(p_head || convert_to(concat_ws('|', p_seq, p_kind, p_amount, p_entries, encode(p_entries_hash, 'hex'),
    to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_body), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION ledger_refusals(w wallets, p_at timestamp with time zone, p_again boolean, p_ids text[], p_keys text[], p_credits bigint[], p_most bigint[], p_caps bigint[], p_idem text[], p_prints text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  r record;
  v_refusals text[] := array_fill(null::text, array[cardinality(p_ids)]);
  v_left bigint := w.available;
  v_period date := date_trunc('month', p_at at time zone 'UTC');
  v_place integer;
  v_key text;
  v_credits bigint;
  v_most bigint;
  v_cap bigint;
begin
  if p_again then
    for r in select c.hold_id from charges c where c.workspace_id = w.workspace_id and c.hold_id = any (p_ids) loop
      v_refusals[array_position(p_ids, r.hold_id)] := 'charged';
    end loop;
  end if;

  if p_idem is not null then
    for r in
      select i.key, i.status, encode(i.fingerprint, 'hex') as print from idempotency_keys i
      where i.workspace_id = w.workspace_id and i.mode = 'live' and i.key = any (p_idem)
    loop
      v_place := array_position(p_idem, r.key);
      continue when v_refusals[v_place] is not null;
      v_refusals[v_place] := case when r.print <> p_prints[v_place] then 'mismatch' when r.status is null then 'running' else 'replay' end;
    end loop;
  end if;

  for i in 1 .. cardinality(p_ids) loop
    continue when v_refusals[i] is not null;
    v_credits := p_credits[i];
    v_most := p_most[i];
    v_cap := p_caps[i];
    if v_most > v_left then
      v_refusals[i] := 'insufficient';
      continue;
    end if;
    if v_cap is not null then
      v_key := p_keys[i];
      if v_most <= v_cap then
        insert into key_budgets as b (workspace_id, key_id, period, held, spent)
        values (w.workspace_id, v_key, v_period, 0, v_credits)
        on conflict (workspace_id, key_id, period) do update set spent = b.spent + v_credits
        where b.held + b.spent + v_most <= v_cap;
      end if;
      if v_most > v_cap or not found then
        v_refusals[i] := 'budget';
        continue;
      end if;
    end if;
    v_left := v_left - v_credits;
  end loop;
  return v_refusals;
end $function$;

CREATE OR REPLACE FUNCTION ledger_reserve(p_workspace text, p_epoch bigint, p_now timestamp with time zone, p_ids text[], p_keys text[], p_amounts bigint[], p_caps bigint[], p_actions text[], p_books text[], p_requests text[], p_seconds integer[], p_durable boolean[], p_idem text[], p_prints text[])
 RETURNS TABLE(ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  w wallets;
  r record;
  v_at timestamptz := coalesce(p_now, now());
  v_period date := date_trunc('month', coalesce(p_now, now()) at time zone 'UTC');
  v_verdicts text[] := array_fill('ok'::text, array[cardinality(p_ids)]);
  v_taken bigint := 0;
  v_wanted bigint;
  v_capped boolean;
  v_claims boolean;
  v_from timestamptz;
  v_key text;
  v_amount bigint;
  v_cap bigint;
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  if w.next_expiry <= v_at then
    perform ledger_expire(p_workspace, p_now);
    select * into w from wallets where workspace_id = p_workspace;
  end if;

  -- A batch that is sent again, because its response was lost, finds its own holds.
  for r in select h.id from holds h where h.workspace_id = p_workspace and h.id = any (p_ids) loop
    v_verdicts[array_position(p_ids, r.id)] := 'held';
  end loop;

  select bool_or(k is not null), bool_or(c is not null) into v_claims, v_capped from unnest(p_idem, p_caps) as t (k, c);
  if v_claims then
    for r in
      select t.ord, i.hold_id, i.status, i.fingerprint = decode(t.print, 'hex') as same
      from unnest(p_idem, p_prints) with ordinality t (key, print, ord)
      join idempotency_keys i on i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (p_idem) and i.key = t.key
    loop
      if v_verdicts[r.ord] = 'ok' then
        v_verdicts[r.ord] := case when not r.same then 'mismatch' when r.status is null then 'running' else 'replay' end;
      end if;
    end loop;
  end if;

  select coalesce(sum(a), 0) into v_wanted from unnest(p_amounts, v_verdicts) as t (a, v) where v = 'ok';
  if v_wanted <= w.available and not v_capped then
    v_taken := v_wanted;
  else
    for i in 1 .. cardinality(p_ids) loop
      continue when v_verdicts[i] <> 'ok';
      if p_amounts[i] > w.available - v_taken then
        v_verdicts[i] := 'insufficient';
        continue;
      end if;
      if p_caps[i] is not null then
        v_key := p_keys[i];
        v_amount := p_amounts[i];
        v_cap := p_caps[i];
        if v_amount <= v_cap then
          insert into key_budgets as b (workspace_id, key_id, period, held, spent)
          values (p_workspace, v_key, v_period, v_amount, 0)
          on conflict (workspace_id, key_id, period) do update set held = b.held + v_amount
          where b.held + b.spent + v_amount <= v_cap;
        end if;
        if v_amount > v_cap or not found then
          v_verdicts[i] := 'budget';
          continue;
        end if;
      end if;
      v_taken := v_taken + p_amounts[i];
    end loop;
  end if;

  v_from := clock_timestamp();
  insert into holds (workspace_id, id, key_id, amount, epoch, expires_at, is_durable, action, price_book, request_id, budget_period, idempotency_key, created_at)
  select p_workspace, t.id, t.key_id, t.amount, p_epoch, v_from + make_interval(secs => t.seconds), t.durable, t.action, t.book, t.request,
    case when t.cap is not null then v_period end, t.idem, v_at
  from unnest(p_ids, p_keys, p_amounts, p_caps, p_actions, p_books, p_requests, p_seconds, p_durable, p_idem, v_verdicts)
    as t (id, key_id, amount, cap, action, book, request, seconds, durable, idem, verdict)
  where t.verdict = 'ok';
  if v_claims then
    insert into idempotency_keys (workspace_id, mode, key, fingerprint, request_id, hold_id, created_at)
    select p_workspace, 'live', t.key, decode(t.print, 'hex'), t.request, t.id, v_at
    from unnest(p_idem, p_prints, p_requests, p_ids, v_verdicts) as t (key, print, request, id, verdict)
    where t.key is not null and t.verdict = 'ok';
  end if;
  if v_taken > 0 then
    update wallets set available = wallets.available - v_taken, held = held + v_taken where workspace_id = p_workspace;
  end if;

  return query
  select t.ord, case t.verdict when 'held' then 'ok' else t.verdict end, w.available - v_taken, i.status, i.headers::text, i.body, i.request_id
  from unnest(v_verdicts, p_idem) with ordinality as t (verdict, key, ord)
  left join idempotency_keys i
    on v_claims and t.verdict = 'replay' and i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (p_idem) and i.key = t.key
  order by t.ord;
end $function$;

CREATE OR REPLACE FUNCTION ledger_settle(p_workspace text, p_now timestamp with time zone, p_holds text[], p_epochs bigint[], p_steps text[], p_actions text[], p_units bigint[], p_credits bigint[], p_records boolean[], p_closes boolean[], p_status smallint[], p_headers text[], p_bodies text[])
 RETURNS TABLE(ord bigint, verdict text, credits bigint, available bigint)
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  w wallets;
  r record;
  v_at timestamptz := coalesce(p_now, now());
  v_seq bigint;
  v_open boolean[];
  v_fresh boolean[];
  v_amounts bigint[];
  v_key_ids text[];
  v_books text[];
  v_requests text[];
  v_periods date[];
  v_idem text[];
  v_hold text;
  v_step text;
  v_earlier bigint;
  v_charged bigint;
  v_released bigint;
  v_overdrawn boolean;
  v_closed text[];
  v_lowered text[];
  v_lowered_by bigint[];
  v_budgeted boolean;
  v_entries bigint;
  v_lines text;
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  v_seq := w.seq + 1;

  -- For each line: true if its hold is open, and the columns of the hold.
  select array_agg(h.id is not null order by t.ord), array_agg(h.amount order by t.ord),
    array_agg(h.key_id order by t.ord), array_agg(h.price_book order by t.ord), array_agg(h.request_id order by t.ord),
    array_agg(h.budget_period order by t.ord), array_agg(h.idempotency_key order by t.ord)
  into v_open, v_amounts, v_key_ids, v_books, v_requests, v_periods, v_idem
  from unnest(p_holds, p_epochs) with ordinality as t (hold_id, epoch, ord)
  left join holds h on h.workspace_id = p_workspace and h.id = any (p_holds) and h.id = t.hold_id and h.epoch = t.epoch;
  -- Of two lines with the same step, only the first is charged.
  select array_agg(d.is_open and d.place = 1 order by d.ord) into v_fresh
  from (
    select t.ord, t.is_open and t.records as is_open,
      row_number() over (partition by t.hold_id, t.step, t.is_open and t.records order by t.ord) as place
    from unnest(p_holds, p_steps, p_records, v_open) with ordinality as t (hold_id, step, records, is_open, ord)
  ) d;

  -- A step that was already charged, by a batch whose response was lost or by an earlier run, is not charged again. The lock of
  -- the wallet prevents concurrent charges. No `on conflict`, because Citus counts the rows that it skips as written.
  for r in
    select t.ord from unnest(p_holds, p_steps) with ordinality as t (hold_id, step, ord)
    join charges c on c.workspace_id = p_workspace and c.hold_id = any (p_holds) and c.step = any (p_steps) and c.hold_id = t.hold_id and c.step = t.step
  loop
    v_fresh[r.ord] := false;
  end loop;
  insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
  select q.workspace_id, l.hold_id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id, case when l.credits > 0 then v_seq end, v_at
  from wallets q cross join unnest(p_holds, p_steps, v_key_ids, p_actions, p_units, p_credits, v_books, v_requests, v_fresh)
    as l (hold_id, step, key_id, action, units, credits, price_book, request_id, fresh)
  where q.workspace_id = p_workspace and l.fresh;

  select coalesce(sum(p.credits), 0), coalesce(sum(p.amount - p.credits) filter (where p.closes), 0), coalesce(bool_or(p.credits > p.amount), false),
    array_agg(p.hold_id) filter (where p.closes), array_agg(p.hold_id) filter (where not p.closes and p.credits > 0),
    array_agg(p.credits) filter (where not p.closes and p.credits > 0), bool_or(p.budget_period is not null)
  into v_charged, v_released, v_overdrawn, v_closed, v_lowered, v_lowered_by, v_budgeted
  from (
    select l.hold_id, l.amount, l.budget_period, bool_or(l.closes) as closes, coalesce(sum(l.credits) filter (where l.fresh), 0) as credits
    from unnest(p_holds, v_amounts, v_periods, p_closes, p_credits, v_open, v_fresh)
      as l (hold_id, amount, budget_period, closes, credits, open, fresh)
    where l.open group by l.hold_id, l.amount, l.budget_period
  ) p;
  if v_overdrawn then raise exception 'a charge exceeds its hold'; end if;

  if v_closed is not null then
    delete from holds h where h.workspace_id = p_workspace and h.id = any (v_closed);
  end if;
  if v_lowered is not null then
    update holds h set amount = h.amount - t.credits from unnest(v_lowered, v_lowered_by) as t (id, credits)
    where h.workspace_id = p_workspace and h.id = any (v_lowered) and h.id = t.id;
  end if;
  if v_budgeted then
    update key_budgets b set held = b.held - t.freed, spent = b.spent + t.credits
    from (
      select p.key_id, p.budget_period, sum(p.credits) as credits, sum(case when p.closes then p.amount else p.credits end) as freed
      from (
        select l.hold_id, l.amount, l.key_id, l.budget_period, bool_or(l.closes) as closes, coalesce(sum(l.credits) filter (where l.fresh), 0) as credits
        from unnest(p_holds, v_amounts, v_key_ids, v_periods, p_closes, p_credits, v_open, v_fresh)
          as l (hold_id, amount, key_id, budget_period, closes, credits, open, fresh)
        where l.open and l.budget_period is not null group by l.hold_id, l.amount, l.key_id, l.budget_period
      ) p group by p.key_id, p.budget_period
    ) t
    where b.workspace_id = p_workspace and b.key_id = t.key_id and b.period = t.budget_period;
  end if;
  if v_closed is not null and cardinality(array_remove(v_idem, null)) > 0 then
    update idempotency_keys i set status = t.status, headers = t.headers::jsonb, body = t.body
    from unnest(p_holds, v_idem, p_closes, p_status, p_headers, p_bodies) as t (hold_id, key, closes, status, headers, body)
    where i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_idem) and i.key = t.key and i.hold_id = t.hold_id
      and t.closes and t.status is not null;
    delete from idempotency_keys i using unnest(p_holds, v_idem, p_closes, p_status) as t (hold_id, key, closes, status)
    where i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_idem) and i.key = t.key and i.hold_id = t.hold_id
      and t.closes and t.status is null;
  end if;

  select count(*), string_agg(concat_ws('|', l.hold_id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id), E'\n' order by l.hold_id, l.step)
  into v_entries, v_lines
  from unnest(p_holds, p_steps, v_key_ids, p_actions, p_units, p_credits, v_books, v_requests, v_fresh)
    as l (hold_id, step, key_id, action, units, credits, price_book, request_id, fresh)
  where l.fresh and l.credits > 0;
  perform ledger_book(w, v_charged, v_released, v_entries, v_lines, v_at);

  for i in 1 .. cardinality(p_holds) loop
    ord := i;
    available := w.available + v_released;
    verdict := case when v_open[i] then 'ok' else 'fenced' end;
    credits := case when v_fresh[i] then p_credits[i] else 0 end;
    if p_records[i] and not v_fresh[i] then
      v_hold := p_holds[i];
      v_step := p_steps[i];
      select c.credits into v_earlier from charges c where c.workspace_id = p_workspace and c.hold_id = v_hold and c.step = v_step;
      if found then
        verdict := 'ok';
        credits := v_earlier;
      end if;
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION ledger_sweep(p_workspace text, p_dead bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_freed bigint;
  v_count bigint;
  v_now timestamptz := clock_timestamp();
begin
  perform from wallets where workspace_id = p_workspace for update;
  with gone as (
    delete from holds h where h.workspace_id = p_workspace
      and (h.expires_at < v_now or (h.epoch = any (p_dead) and not h.is_durable))
    returning h.id, h.key_id, h.amount, h.budget_period, h.idempotency_key
  ), budgeted as (
    update key_budgets b set held = b.held - t.amount
    from (select key_id, budget_period, sum(g.amount) as amount from gone g where budget_period is not null group by 1, 2) t
    where b.workspace_id = p_workspace and b.key_id = t.key_id and b.period = t.budget_period
  ), released as (
    delete from idempotency_keys i using gone g
    where i.workspace_id = p_workspace and i.mode = 'live' and i.key = g.idempotency_key and i.hold_id = g.id and i.status is null
  )
  select coalesce(sum(g.amount), 0), count(*) into v_freed, v_count from gone g;
  if v_freed > 0 then
    update wallets set held = held - v_freed, available = available + v_freed where workspace_id = p_workspace;
  end if;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION ledger_take(p_workspace text, p_now timestamp with time zone, p_kind text, p_grant text, p_most bigint, p_reason text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_take bigint;
begin
  perform from wallets where workspace_id = p_workspace for update;
  select least(g.remaining, w.available, p_most) into v_take
  from grants g join wallets w on w.workspace_id = g.workspace_id where g.workspace_id = p_workspace and g.id = p_grant;
  if coalesce(v_take, 0) <= 0 then return 0; end if;
  update grants set remaining = remaining - v_take where workspace_id = p_workspace and id = p_grant;
  perform ledger_append(p_workspace, p_kind, v_take, json_build_object('grant', p_grant, 'reason', p_reason)::text, coalesce(p_now, now()));
  return v_take;
end $function$;

CREATE OR REPLACE FUNCTION ledger_trim(p_workspace text, p_now timestamp with time zone, p_source text, p_cap bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  g record;
  v_excess bigint;
  v_total bigint := 0;
begin
  perform from wallets where workspace_id = p_workspace for update;
  select coalesce(sum(remaining), 0) - p_cap into v_excess
  from grants where workspace_id = p_workspace and kind = 'subscription' and remaining > 0 and starts_with(source_ref, p_source);
  for g in
    select id from grants
    where workspace_id = p_workspace and kind = 'subscription' and remaining > 0 and starts_with(source_ref, p_source)
    order by created_at, id
  loop
    exit when v_total >= v_excess;
    v_total := v_total + ledger_take(p_workspace, p_now, 'trim', g.id, v_excess - v_total, 'rollover cap');
  end loop;
  return v_total;
end $function$;

CREATE OR REPLACE FUNCTION mark_commit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from commit_marks where mark = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION media_count(p_workspace text, p_bytes bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update media_usage set bytes = bytes + p_bytes where workspace_id = p_workspace;
  if not found then
    insert into media_usage as u (workspace_id, bytes) values (p_workspace, p_bytes)
    on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION media_count_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, 4096 + coalesce(new.bytes_size, 0));
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -4096 - coalesce(old.bytes_size, 0));
  elsif old.bytes_size is distinct from new.bytes_size then
    perform media_count(new.workspace_id, coalesce(new.bytes_size, 0) - coalesce(old.bytes_size, 0));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION media_count_leftover()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, new.bytes);
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -old.bytes);
  elsif old.bytes <> new.bytes then
    perform media_count(new.workspace_id, new.bytes - old.bytes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION probe_write()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  truncate write_probes;
  insert into write_probes values (now());
end
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_table_name ~ '^journal(_[0-9]+)?$' then
    if old.workspace_id = current_setting('quoin.archiving', true) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION release_post_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from media_uses where workspace_id = old.workspace_id and used_by = old.id;
  return old;
end $function$;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER directory_changes_here BEFORE INSERT ON directory_changes FOR EACH STATEMENT EXECUTE FUNCTION directory_assert_here();
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER media_assets_counted AFTER INSERT OR DELETE OR UPDATE OF bytes_size ON media_assets FOR EACH ROW EXECUTE FUNCTION media_count_asset();
CREATE TRIGGER media_leftovers_counted AFTER INSERT OR DELETE OR UPDATE OF bytes ON media_leftovers FOR EACH ROW EXECUTE FUNCTION media_count_leftover();
CREATE TRIGGER posts_release_media AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION release_post_media();
CREATE TRIGGER price_books_immutable BEFORE DELETE OR UPDATE ON price_books FOR EACH ROW EXECUTE FUNCTION refuse_change();
