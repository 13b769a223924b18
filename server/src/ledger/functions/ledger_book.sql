-- Completes a batch of charges: burns grants, appends a journal entry and updates the wallet, which the caller has locked.
create or replace function ledger_book(w wallets, p_charged bigint, p_released bigint, p_entries bigint, p_lines text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_entries_hash bytea;
  v_body text;
  v_hash bytea;
begin
  if p_charged > 0 then
    v_entries_hash := sha256(convert_to(p_lines, 'UTF8'));
    v_body := '{"burned":' || ledger_burn(w.workspace_id, p_charged) || '}';
    v_hash := ledger_hash(w.head, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at);
    insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash, balance_after)
    values (w.workspace_id, w.seq + 1, 'charge', p_charged, p_entries, v_entries_hash, v_body, p_at, v_hash, w.available + w.held - p_charged);
  end if;
  if p_charged > 0 or p_released > 0 then
    update wallets set
      held = held - p_charged - p_released, available = available + p_released, spent = spent + p_charged,
      seq = seq + (p_charged > 0)::integer, head = coalesce(v_hash, head)
    where workspace_id = w.workspace_id;
  end if;
end $function$;
