-- Takes charged credits from the grants in burn order. Returns the grants and their amounts as JSON, for the journal.
create or replace function ledger_burn(p_workspace text, p_amount bigint) returns text
language plpgsql as $$
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
end $$;
