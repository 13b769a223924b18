-- Releases expired holds, and holds of dead processes that are not durable. Never charges. Returns the number of released holds.
create or replace function ledger_sweep(p_workspace text, p_dead bigint[])
returns bigint
language plpgsql as $$
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
end $$;
