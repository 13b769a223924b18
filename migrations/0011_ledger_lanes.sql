-- Most batches hold and end plain calls: nothing capped, nothing claimed, each hold ended by at most one charge. They get lanes
-- of their own, which touch what such calls need and answer only what is out of the ordinary. All else goes the long way.

-- `remaining` changes with every batch. While an index names it each change adds an entry to all indexes, and a busy wallet's
-- grants are found behind thousands of dead ones.
drop index grants_live;
create index grants_burn on grants (workspace_id, expires_at, burn_rank, id);
alter table grants set (fillfactor = 50);

-- Takes what was charged out of the grants in burn order; says from which, as the journal keeps it.
create function ledger_burn(p_workspace text, p_amount bigint) returns text
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

-- Ends a batch of settlements: burns the grants, adds the journal's link and moves the wallet, whose lock the caller holds.
create function ledger_book(w wallets, p_charged bigint, p_released bigint, p_entries bigint, p_lines text, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_entries_hash bytea;
  v_body text;
  v_hash bytea;
begin
  if p_charged > 0 then
    v_entries_hash := sha256(convert_to(p_lines, 'UTF8'));
    v_body := '{"burned":' || ledger_burn(w.workspace_id, p_charged) || '}';
    v_hash := ledger_hash(w.head, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at);
    insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash)
    values (w.workspace_id, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at, v_hash);
  end if;
  if p_charged > 0 or p_released > 0 then
    update wallets set
      held = held - p_charged - p_released, available = available + p_released, spent = spent + p_charged,
      seq = seq + (p_charged > 0)::integer, head = coalesce(v_hash, head)
    where workspace_id = w.workspace_id;
  end if;
end $$;

-- Holds for a batch of calls. Answers a row of number 0 with what is available now, and one for each call that was not admitted.
create function ledger_admit(
  p_workspace text, p_epoch bigint, p_now timestamptz, p_again boolean,
  p_ids text[], p_keys text[], p_amounts bigint[], p_actions text[], p_books text[], p_requests text[], p_seconds integer[],
  p_durable boolean[], p_caps bigint[], p_idem text[], p_prints text[]
) returns table (ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
language plpgsql as $$
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
      select p_workspace, t.id, t.key_id, t.amount, p_epoch, v_from + t.seconds * interval '1 second', coalesce(t.durable, false),
        t.action, t.book, t.request, v_at
      from unnest(p_ids, p_keys, p_amounts, p_actions, p_books, p_requests, p_seconds, p_durable)
        as t (id, key_id, amount, action, book, request, seconds, durable);
      return query select 0::bigint, 'ok', v_left, null::smallint, null, null, null;
      return;
    end if;
  end if;
  return query
  select case r.verdict when 'ok' then 0 else r.ord end, r.verdict, r.available, r.replay_status, r.replay_headers, r.replay_body, r.replay_request
  from ledger_reserve(p_workspace, p_epoch, p_now, p_ids, p_keys, p_amounts, p_caps, p_actions, p_books, p_requests,
    p_seconds, coalesce(p_durable, array_fill(false, array[cardinality(p_ids)])), p_idem, p_prints) r
  where r.verdict <> 'ok' or r.ord = 1;
end $$;

-- Ends holds, each with one charge or none. Answers a row of number 0 with what is available now, and one for each whose hold
-- was gone: it was settled before, or it is fenced.
create function ledger_close(
  p_workspace text, p_epoch bigint, p_now timestamptz,
  p_holds text[], p_steps text[], p_actions text[], p_units bigint[], p_credits bigint[], p_records boolean[],
  p_status smallint[], p_headers text[], p_bodies text[]
) returns table (ord bigint, verdict text, credits bigint, available bigint)
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
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
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;

  with ended as (
    delete from holds h where h.workspace_id = p_workspace and h.id = any (p_holds) and h.epoch = p_epoch
    returning h.id, h.amount, h.key_id, h.price_book, h.request_id, h.budget_period, h.idempotency_key
  ), line as materialized (
    select t.ord, e.id, e.amount, e.key_id, e.price_book, e.request_id, e.budget_period, e.idempotency_key, t.step, t.action, t.units, t.credits, t.records
    from unnest(p_holds, p_steps, p_actions, p_units, p_credits, p_records)
      with ordinality as t (hold_id, step, action, units, credits, records, ord)
    join ended e on e.id = t.hold_id
  ), charged as (
    insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
    select p_workspace, l.id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id, case when l.credits > 0 then w.seq + 1 end, v_at
    from line l where l.records is not false
  ), budgeted as (
    update key_budgets b set held = b.held - t.amount, spent = b.spent + t.credits
    from (
      select l.key_id, l.budget_period, sum(l.amount) as amount, sum(l.credits) as credits
      from line l where l.budget_period is not null group by l.key_id, l.budget_period
    ) t
    where b.workspace_id = p_workspace and b.key_id = t.key_id and b.period = t.budget_period
  )
  select coalesce(sum(l.credits), 0), coalesce(sum(l.amount - l.credits), 0), bool_or(l.credits > l.amount), array_agg(l.ord),
    count(*) filter (where l.credits > 0),
    string_agg(concat_ws('|', l.id, l.step, l.key_id, l.action, l.units, l.credits, l.price_book, l.request_id), E'\n' order by l.id, l.step)
      filter (where l.credits > 0),
    array_agg(l.idempotency_key) filter (where l.idempotency_key is not null)
  into v_charged, v_released, v_overdrawn, v_ended, v_entries, v_lines, v_keys from line l;
  if v_overdrawn then raise exception 'a charge exceeds its hold'; end if;

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
    select c.credits into v_earlier from charges c where c.workspace_id = p_workspace and c.hold_id = p_holds[i] and c.step = p_steps[i];
    verdict := case when found then 'ok' else 'fenced' end;
    credits := coalesce(v_earlier, 0);
    ord := i;
    return next;
  end loop;
end $$;

-- The long way: settlements of several steps, and steps that leave their hold open.
-- Ends or charges holds of one workspace. An item whose hold is gone changes nothing: it was settled before (its charge is
-- there) or it is fenced. Closing a hold gives back what is left of it and stores, or drops, its idempotent answer.
create or replace function ledger_settle(
  p_workspace text, p_now timestamptz,
  p_holds text[], p_epochs bigint[], p_steps text[], p_actions text[], p_units bigint[], p_credits bigint[],
  p_records boolean[], p_closes boolean[],
  p_status smallint[], p_headers text[], p_bodies text[]
) returns table (ord bigint, verdict text, credits bigint, available bigint)
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
declare
  w wallets;
  v_at timestamptz := coalesce(p_now, now());
  v_charged bigint;
  v_released bigint;
  v_overdrawn boolean;
  v_open boolean[];
  v_fresh boolean[];
  v_earlier bigint;
  v_entries bigint;
  v_lines text;
  v_keys text[];
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  select array_agg(h.idempotency_key) into v_keys from holds h
  where h.workspace_id = p_workspace and h.id = any (p_holds) and h.idempotency_key is not null;

  with item as (
    select * from unnest(p_holds, p_epochs, p_steps, p_actions, p_units, p_credits, p_records, p_closes, p_status, p_headers, p_bodies)
      with ordinality as t (hold_id, epoch, step, action, units, credits, records, closes, status, headers, body, ord)
  ), open as (
    select i.*, h.amount, h.key_id, h.price_book, h.request_id, h.budget_period, h.idempotency_key
    from item i join holds h on h.workspace_id = p_workspace and h.id = any (p_holds) and h.id = i.hold_id and h.epoch = i.epoch
  ), charged as (
    insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
    select p_workspace, o.hold_id, o.step, o.key_id, o.action, o.units, o.credits, o.price_book, o.request_id,
      case when o.credits > 0 then w.seq + 1 end, v_at
    from open o where o.records
    on conflict do nothing
    returning charges.hold_id, charges.step, charges.key_id, charges.action, charges.units, charges.credits, charges.price_book, charges.request_id
  ), per_charge as (
    select c.hold_id, sum(c.credits) as credits from charged c group by c.hold_id
  ), per_hold as (
    select o.hold_id, o.amount, o.key_id, o.budget_period, bool_or(o.closes) as closes, coalesce(max(c.credits), 0) as credits
    from open o left join per_charge c on c.hold_id = o.hold_id
    group by o.hold_id, o.amount, o.key_id, o.budget_period
  ), ended as (
    delete from holds h using per_hold p
    where h.workspace_id = p_workspace and h.id = any (p_holds) and h.id = p.hold_id and p.closes
  ), lowered as (
    update holds h set amount = h.amount - p.credits from per_hold p
    where h.workspace_id = p_workspace and h.id = any (p_holds) and h.id = p.hold_id and not p.closes and p.credits > 0
  ), budgeted as (
    update key_budgets b set held = b.held - t.freed, spent = b.spent + t.credits
    from (
      select key_id, budget_period, sum(p.credits) as credits, sum(case when p.closes then p.amount else p.credits end) as freed
      from per_hold p where budget_period is not null group by key_id, budget_period
    ) t
    where b.workspace_id = p_workspace and b.key_id = t.key_id and b.period = t.budget_period
  ), answered as (
    update idempotency_keys i set status = o.status, headers = o.headers::jsonb, body = o.body from open o
    where o.closes and o.status is not null
      and i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_keys) and i.key = o.idempotency_key and i.hold_id = o.hold_id
  ), dropped as (
    delete from idempotency_keys i using open o
    where o.closes and o.status is null
      and i.workspace_id = p_workspace and i.mode = 'live' and i.key = any (v_keys) and i.key = o.idempotency_key and i.hold_id = o.hold_id
  )
  select
    (select coalesce(sum(p.credits), 0) from per_hold p),
    (select coalesce(sum(p.amount - p.credits), 0) from per_hold p where p.closes),
    (select coalesce(bool_or(p.credits > p.amount), false) from per_hold p),
    (select array_agg(o.ord is not null order by i.ord) from item i left join open o on o.ord = i.ord),
    (select array_agg(c.hold_id is not null order by i.ord) from item i left join charged c on c.hold_id = i.hold_id and c.step = i.step),
    (select count(*) from charged c where c.credits > 0),
    (select string_agg(concat_ws('|', c.hold_id, c.step, c.key_id, c.action, c.units, c.credits, c.price_book, c.request_id), E'\n' order by c.hold_id, c.step)
     from charged c where c.credits > 0)
  into v_charged, v_released, v_overdrawn, v_open, v_fresh, v_entries, v_lines;
  if v_overdrawn then raise exception 'a charge exceeds its hold'; end if;

  perform ledger_book(w, v_charged, v_released, v_entries, v_lines, v_at);

  -- What was not charged just now may have been before: by a batch whose answer got lost, or by the same step run again.
  for i in 1 .. cardinality(p_holds) loop
    ord := i;
    available := w.available + v_released;
    verdict := case when v_open[i] then 'ok' else 'fenced' end;
    credits := case when v_fresh[i] then p_credits[i] else 0 end;
    if not v_fresh[i] then
      select c.credits into v_earlier from charges c where c.workspace_id = p_workspace and c.hold_id = p_holds[i] and c.step = p_steps[i];
      if found then
        verdict := 'ok';
        credits := v_earlier;
      end if;
    end if;
    return next;
  end loop;
end $$;
