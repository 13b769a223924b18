-- The ledger. Every statement that moves credits locks the workspace's wallet first; the wallet's own check makes
-- conservation a constraint of the database: a bug aborts, it cannot mint.

create table wallets (
  workspace_id text not null,
  granted bigint not null default 0,
  available bigint not null default 0,
  held bigint not null default 0,
  spent bigint not null default 0,
  expired bigint not null default 0,
  seq bigint not null default 0,
  head bytea not null default '\x',
  next_expiry timestamptz,
  price_book text,
  constraint wallets_pkey primary key (workspace_id),
  constraint wallets_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint wallets_conserved check (available + held + spent + expired = granted),
  constraint wallets_not_negative check (available >= 0 and held >= 0 and spent >= 0 and expired >= 0)
) with (fillfactor = 50);

-- Burn order: soonest expiry first, then free before subscription before bought.
alter table grants add column burn_rank smallint generated always as (
  case kind when 'signup' then 0 when 'manual' then 0 when 'subscription' then 1 else 2 end
) stored;
alter table grants add constraint grants_amount_check check (amount > 0);
create index grants_live on grants (workspace_id, expires_at, burn_rank, id) where remaining > 0;

-- Calls in flight only: a settle consumes its row, so a row that is gone fences whoever comes late.
create table holds (
  workspace_id text not null,
  id text not null,
  key_id text not null,
  amount bigint not null,
  epoch bigint not null,
  expires_at timestamptz not null,
  is_durable boolean not null,
  action text not null,
  price_book text not null,
  request_id text not null,
  budget_period date,
  idempotency_key text,
  created_at timestamptz not null,
  constraint holds_pkey primary key (workspace_id, id),
  constraint holds_amount_check check (amount >= 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- One row per step that was answered, misses included (0 credits): what receipts and usage are read from.
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
  created_at timestamptz not null,
  constraint charges_pkey primary key (workspace_id, hold_id, step),
  constraint charges_credits_check check (credits >= 0 and units >= 0),
  constraint charges_journalled check ((credits > 0) = (journal_seq is not null))
);
create index charges_request on charges (workspace_id, request_id);

create table journal (
  workspace_id text not null,
  seq bigint not null,
  kind text not null,
  amount bigint not null,
  entries bigint not null,
  entries_hash bytea not null,
  body text not null,
  created_at timestamptz not null,
  hash bytea not null,
  constraint journal_pkey primary key (workspace_id, seq),
  constraint journal_kind_check check (kind in ('grant', 'charge', 'expire', 'trim', 'revoke')),
  constraint journal_amount_check check (amount > 0)
);

create table key_budgets (
  workspace_id text not null,
  key_id text not null,
  period date not null,
  held bigint not null,
  spent bigint not null,
  constraint key_budgets_pkey primary key (workspace_id, key_id, period),
  constraint key_budgets_not_negative check (held >= 0 and spent >= 0)
);

-- A claim is a row whose answer is still to come; it belongs to the hold of the call that runs.
alter table idempotency_keys
  alter column status drop not null,
  alter column headers drop not null,
  alter column body drop not null,
  add column hold_id text,
  add constraint idempotency_keys_done_check check (status is not null or hold_id is not null);

create table price_books (
  name text not null,
  sha256 text not null,
  body text not null,
  published_at timestamptz not null,
  seq bigint generated always as identity,
  constraint price_books_pkey primary key (name)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger price_books_immutable before update or delete on price_books for each row execute function refuse_change();
create trigger journal_append_only before update or delete on journal for each row execute function refuse_change();

-- A process is alive while it holds the session lock of its epoch.
create table nodes (
  epoch bigint generated always as identity,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  constraint nodes_pkey primary key (epoch)
);

create table audit_log (
  workspace_id text not null,
  id text not null,
  actor text not null,
  action text not null,
  reason text not null,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint audit_log_pkey primary key (workspace_id, id)
);

create function ledger_hash(p_head bytea, p_seq bigint, p_kind text, p_amount bigint, p_entries bigint, p_entries_hash bytea, p_body text, p_at timestamptz)
returns bytea language sql immutable as $$
  select sha256(p_head || convert_to(concat_ws('|', p_seq, p_kind, p_amount, p_entries, encode(p_entries_hash, 'hex'),
    to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_body), 'UTF8'))
$$;

-- Adds a link to the workspace's chain and moves its wallet in the same stroke. The caller holds the wallet's lock.
create function ledger_append(p_workspace text, p_kind text, p_amount bigint, p_body text, p_at timestamptz) returns bigint
language plpgsql as $$
declare
  w wallets;
  v_hash bytea;
  v_none bytea := sha256('');
begin
  select * into strict w from wallets where workspace_id = p_workspace;
  v_hash := ledger_hash(w.head, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at);
  insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash)
  values (p_workspace, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at, v_hash);
  update wallets set
    seq = seq + 1, head = v_hash,
    granted = granted + case p_kind when 'grant' then p_amount else 0 end,
    available = available + case p_kind when 'grant' then p_amount else -p_amount end,
    expired = expired + case p_kind when 'grant' then 0 else p_amount end
  where workspace_id = p_workspace;
  return w.seq + 1;
end $$;

-- Adds credits; false when this source has granted before.
create function ledger_grant(p_workspace text, p_now timestamptz, p_id text, p_kind text, p_source text, p_amount bigint, p_expires timestamptz) returns boolean
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

-- Takes back from one grant what is left of it and not held under a running call; says how much that was.
create function ledger_take(p_workspace text, p_now timestamptz, p_kind text, p_grant text, p_most bigint, p_reason text) returns bigint
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

-- Expires what is due, except what running calls hold: that goes when they end.
create function ledger_expire(p_workspace text, p_now timestamptz) returns bigint
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

-- The two functions below take parallel arrays, whose length the planner cannot know. Every table is therefore reached by
-- `= any (array)` over its key, and nested loops over the arrays are ruled out: measured on batches of 200, the planner's own
-- choice cost 310 us a call and grew with the workspace's history.

-- Admits calls of one workspace in the order they came: each that still fits gets a hold, and with it its idempotency claim.
create function ledger_reserve(
  p_workspace text, p_epoch bigint, p_now timestamptz,
  p_ids text[], p_keys text[], p_amounts bigint[], p_caps bigint[], p_actions text[], p_books text[], p_requests text[],
  p_seconds integer[], p_durable boolean[], p_idem text[], p_prints text[]
) returns table (ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
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
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  if w.next_expiry <= v_at then
    perform ledger_expire(p_workspace, p_now);
    select * into w from wallets where workspace_id = p_workspace;
  end if;

  -- A batch that was sent again after its answer got lost finds its own holds.
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
        insert into key_budgets as b (workspace_id, key_id, period, held, spent)
        select p_workspace, p_keys[i], v_period, p_amounts[i], 0 where p_amounts[i] <= p_caps[i]
        on conflict (workspace_id, key_id, period) do update set held = b.held + p_amounts[i]
        where b.held + b.spent + p_amounts[i] <= p_caps[i];
        if not found then
          v_verdicts[i] := 'budget';
          continue;
        end if;
      end if;
      v_taken := v_taken + p_amounts[i];
    end loop;
  end if;

  insert into holds (workspace_id, id, key_id, amount, epoch, expires_at, is_durable, action, price_book, request_id, budget_period, idempotency_key, created_at)
  select p_workspace, t.id, t.key_id, t.amount, p_epoch, clock_timestamp() + make_interval(secs => t.seconds), t.durable, t.action, t.book, t.request,
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
end $$;

-- Ends or charges holds of one workspace. An item whose hold is gone changes nothing: it was settled before (its charge is
-- there) or it is fenced. Closing a hold gives back what is left of it and stores, or drops, its idempotent answer.
create function ledger_settle(
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
  v_burned text;
  v_burned_sum bigint;
  v_entries_hash bytea;
  v_body text;
  v_hash bytea;
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

  if v_charged > 0 then
    with live as (
      select g.id, g.remaining, sum(g.remaining) over (order by g.expires_at nulls last, g.burn_rank, g.id) as upto
      from grants g where g.workspace_id = p_workspace and g.remaining > 0
    ), burn as (
      select l.id, least(l.remaining, v_charged - (l.upto - l.remaining)) as take from live l where l.upto - l.remaining < v_charged
    ), burned as (
      update grants g set remaining = g.remaining - b.take from burn b where g.workspace_id = p_workspace and g.id = b.id
      returning g.id, b.take
    )
    select json_agg(json_build_array(b.id, b.take) order by b.id)::text, sum(b.take) into v_burned, v_burned_sum from burned b;
    if v_burned_sum is distinct from v_charged then raise exception 'grants do not cover what was charged'; end if;
    v_entries_hash := sha256(convert_to(v_lines, 'UTF8'));
    v_body := '{"burned":' || v_burned || '}';
    v_hash := ledger_hash(w.head, w.seq + 1, 'charge', v_charged, v_entries, v_entries_hash, v_body, v_at);
    insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash)
    values (p_workspace, w.seq + 1, 'charge', v_charged, v_entries, v_entries_hash, v_body, v_at, v_hash);
  end if;

  if v_charged > 0 or v_released > 0 then
    update wallets set
      held = held - v_charged - v_released, available = wallets.available + v_released, spent = spent + v_charged,
      seq = seq + case when v_charged > 0 then 1 else 0 end, head = coalesce(v_hash, head)
    where workspace_id = p_workspace;
  end if;

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

-- Releases the holds of dead processes and those past their time. It only ever gives back.
create function ledger_sweep(p_workspace text, p_dead bigint[]) returns bigint
language plpgsql as $$
declare
  v_freed bigint;
  v_count bigint;
begin
  perform from wallets where workspace_id = p_workspace for update;
  with gone as (
    delete from holds h where h.workspace_id = p_workspace
      and (h.expires_at < clock_timestamp() or (h.epoch = any (p_dead) and not h.is_durable))
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

-- Workspaces from before the ledger: their sign-up grants become its first entries.
insert into wallets (workspace_id) select id from workspaces;
do $$
declare
  g record;
begin
  for g in select * from grants order by workspace_id, id loop
    perform ledger_append(g.workspace_id, 'grant', g.amount,
      json_build_object('grant', g.id, 'kind', g.kind, 'source', g.source_ref, 'expires_at', g.expires_at)::text, g.created_at);
  end loop;
end $$;
