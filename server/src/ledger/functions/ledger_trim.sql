-- Reduces the remaining credits of a subscription to its rollover cap, oldest grant first, except credits that running calls
-- hold. Returns the number of credits.
create or replace function ledger_trim(p_workspace text, p_now timestamptz, p_source text, p_cap bigint) returns bigint
language plpgsql as $$
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
end $$;
