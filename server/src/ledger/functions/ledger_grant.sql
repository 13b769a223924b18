-- Adds credits. Returns false when this source has already granted.
create or replace function ledger_grant(p_workspace text, p_now timestamptz, p_id text, p_kind text, p_source text, p_amount bigint, p_expires timestamptz) returns boolean
language plpgsql as $$
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
end $$;
