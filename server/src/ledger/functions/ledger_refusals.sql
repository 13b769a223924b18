-- Returns for each call of a batch why it is not charged; null if it is charged. 'charged' means that an earlier send of the same
-- batch charged it. Adds the charged credits to the budgets of the keys. A batch contains no Idempotency-Key twice.
create or replace function ledger_refusals(
  w wallets, p_at timestamptz, p_again boolean,
  p_ids text[], p_keys text[], p_credits bigint[], p_most bigint[], p_caps bigint[], p_idem text[], p_prints text[]
) returns text[]
language plpgsql set enable_seqscan = off as $$
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
end $$;
