-- Closes holds of one process, each with at most one charge. Returns a row 0 with the available credits, and a row for each hold
-- that was gone: with its credits if it was settled before, otherwise fenced.
create or replace function ledger_close(
  p_workspace text,
  p_epoch bigint,
  p_now timestamptz,
  p_holds text[],
  p_steps text[],
  p_actions text[],
  p_units bigint[],
  p_credits bigint[],
  p_records boolean[],
  p_status smallint[],
  p_headers text[],
  p_bodies text[]
)
returns table (ord bigint, verdict text, credits bigint, available bigint)
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
end $$;
