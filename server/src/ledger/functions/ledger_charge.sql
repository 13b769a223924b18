-- Charges a batch of calls of one workspace without holds, each once, and stores the responses of those with an Idempotency-Key.
-- Returns a row 0 with the available credits, and a row for each call that was not charged.
create or replace function ledger_charge(
  p_workspace text, p_now timestamptz, p_again boolean,
  p_ids text[], p_keys text[], p_actions text[], p_units bigint[], p_credits bigint[], p_most bigint[], p_books text[], p_requests text[],
  p_caps bigint[], p_idem text[], p_prints text[], p_status smallint[], p_headers text[], p_bodies text[]
) returns table (ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
language plpgsql as $$
declare
  w wallets;
  v_at timestamptz := coalesce(p_now, now());
  v_seq bigint;
  v_needed bigint;
  v_refusals text[];
  v_charged bigint;
  v_entries bigint;
  v_lines text;
begin
  select * into w from wallets where workspace_id = p_workspace for update;
  if not found then raise exception 'workspace % has no wallet', p_workspace; end if;
  if w.next_expiry <= v_at then
    perform ledger_expire(p_workspace, p_now);
    select * into w from wallets where workspace_id = p_workspace;
  end if;
  v_seq := w.seq + 1;

  -- If this amount is available, all calls fit in any order.
  select sum(t.credits) + max(t.most) into v_needed from unnest(p_credits, p_most) as t (credits, most);
  if p_again or p_caps is not null or p_idem is not null or v_needed > w.available then
    v_refusals := ledger_refusals(w, v_at, p_again, p_ids, p_keys, p_credits, p_most, p_caps, p_idem, p_prints);
  end if;

  select coalesce(sum(t.credits), 0), count(*),
    string_agg(concat_ws('|', t.id, '', t.key_id, t.action, t.units, t.credits, t.book, t.request), E'\n' order by t.id)
  into v_charged, v_entries, v_lines
  from unnest(p_ids, p_keys, p_actions, p_units, p_credits, p_books, p_requests, v_refusals)
    as t (id, key_id, action, units, credits, book, request, refusal)
  where t.refusal is null and t.credits > 0;

  insert into charges (workspace_id, hold_id, step, key_id, action, units, credits, price_book, request_id, journal_seq, created_at)
  select q.workspace_id, t.id, '', t.key_id, t.action, t.units, t.credits, t.book, t.request, case when t.credits > 0 then v_seq end, v_at
  from wallets q cross join unnest(p_ids, p_keys, p_actions, p_units, p_credits, p_books, p_requests, v_refusals)
    as t (id, key_id, action, units, credits, book, request, refusal)
  where q.workspace_id = p_workspace and t.refusal is null;

  if p_idem is not null then
    insert into idempotency_keys (workspace_id, mode, key, fingerprint, request_id, hold_id, status, headers, body, created_at)
    select q.workspace_id, 'live', t.key, decode(t.print, 'hex'), t.request, t.id, t.status, t.headers::jsonb, t.body, v_at
    from wallets q cross join unnest(p_idem, p_prints, p_requests, p_ids, p_status, p_headers, p_bodies, v_refusals)
      as t (key, print, request, id, status, headers, body, refusal)
    where q.workspace_id = p_workspace and t.key is not null and t.refusal is null;
  end if;

  -- Nothing is held, so the charge is taken from the available credits: as a release of the negative amount.
  perform ledger_book(w, v_charged, -v_charged, v_entries, v_lines, v_at);

  return query select 0::bigint, 'ok', w.available - v_charged, null::smallint, null, null, null;
  if v_refusals is null then return; end if;
  return query
  select t.ord, t.refusal, w.available - v_charged, i.status, i.headers::text, i.body, i.request_id
  from unnest(v_refusals, p_idem) with ordinality as t (refusal, key, ord)
  left join idempotency_keys i on t.refusal = 'replay' and i.workspace_id = p_workspace and i.mode = 'live' and i.key = t.key
  where t.refusal is not null and t.refusal <> 'charged';
end $$;
