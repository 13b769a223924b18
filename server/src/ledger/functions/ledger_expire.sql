-- Expires the remaining credits of grants that are due. Credits that running calls hold expire once the calls end. Returns the
-- number of expired credits.
create or replace function ledger_expire(p_workspace text, p_now timestamptz) returns bigint
language plpgsql as $$
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
end $$;
