-- Admits calls of one workspace in their order. A call that the balance and its key's budget cover gets a hold, and claims its
-- Idempotency-Key. Returns a row with the verdict for every call.
create or replace function ledger_reserve(
  p_workspace text,
  p_epoch bigint,
  p_now timestamptz,
  p_ids text[],
  p_keys text[],
  p_amounts bigint[],
  p_caps bigint[],
  p_actions text[],
  p_books text[],
  p_requests text[],
  p_seconds integer[],
  p_durable boolean[],
  p_idem text[],
  p_prints text[]
)
returns table (ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
  v_from timestamptz;
  v_key text;
  v_amount bigint;
  v_cap bigint;
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  if w.next_expiry <= v_at then
    perform ledger_expire(p_workspace, p_now);
    select * into w from wallets where workspace_id = p_workspace;
  end if;

  -- A batch that is sent again, because its response was lost, finds its own holds.
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
        v_key := p_keys[i];
        v_amount := p_amounts[i];
        v_cap := p_caps[i];
        if v_amount <= v_cap then
          insert into key_budgets as b (workspace_id, key_id, period, held, spent)
          values (p_workspace, v_key, v_period, v_amount, 0)
          on conflict (workspace_id, key_id, period) do update set held = b.held + v_amount
          where b.held + b.spent + v_amount <= v_cap;
        end if;
        if v_amount > v_cap or not found then
          v_verdicts[i] := 'budget';
          continue;
        end if;
      end if;
      v_taken := v_taken + p_amounts[i];
    end loop;
  end if;

  v_from := clock_timestamp();
  insert into holds (workspace_id, id, key_id, amount, epoch, expires_at, is_durable, action, price_book, request_id, budget_period, idempotency_key, created_at)
  select p_workspace, t.id, t.key_id, t.amount, p_epoch, v_from + make_interval(secs => t.seconds), t.durable, t.action, t.book, t.request,
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
