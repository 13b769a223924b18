-- Takes up to p_most of the remaining credits of a grant back, except credits that running calls hold. Returns the number of
-- credits.
create or replace function ledger_take(p_workspace text, p_now timestamptz, p_kind text, p_grant text, p_most bigint, p_reason text) returns bigint
language plpgsql as $$
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
end $$;
