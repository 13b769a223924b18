-- Makes holds for a batch of calls of one workspace. When the balance covers all of them and none has a cap or an
-- Idempotency-Key, this takes two statements; otherwise, and for a batch that is sent again, ledger_reserve decides on each call.
-- Returns a row for each call that was not admitted, and a row 0 with the available credits unless the first call is among them.
--
-- Holds are inserted by a statement of their own that selects them together with the wallet: a Citus worker then writes them
-- itself. Inside another statement it sends them through every node (decision 0045).
create or replace function ledger_admit(
  p_workspace text,
  p_epoch bigint,
  p_now timestamptz,
  p_again boolean,
  p_ids text[],
  p_keys text[],
  p_amounts bigint[],
  p_actions text[],
  p_books text[],
  p_requests text[],
  p_seconds integer[],
  p_durable boolean[],
  p_caps bigint[],
  p_idem text[],
  p_prints text[]
)
returns table (ord bigint, verdict text, available bigint, replay_status smallint, replay_headers text, replay_body text, replay_request text)
language plpgsql set enable_seqscan = off as $$
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
      select q.workspace_id, t.id, t.key_id, t.amount, p_epoch, v_from + t.seconds * interval '1 second', coalesce(t.durable, false),
        t.action, t.book, t.request, v_at
      from wallets q cross join unnest(p_ids, p_keys, p_amounts, p_actions, p_books, p_requests, p_seconds, p_durable)
        as t (id, key_id, amount, action, book, request, seconds, durable)
      where q.workspace_id = p_workspace;
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
