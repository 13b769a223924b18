-- Appends an entry to the journal and updates the wallet: a grant adds credits, every other kind takes available credits away.
-- Returns the number of the entry. The caller has locked the wallet.
--
-- As in other functions of the ledger, a case over a parameter, elements of arrays and the clock are in variables, because Citus
-- refuses them in statements (decision 0045).
create or replace function ledger_append(p_workspace text, p_kind text, p_amount bigint, p_body text, p_at timestamp with time zone)
returns bigint
language plpgsql as $$
declare
  w wallets;
  v_hash bytea;
  v_none bytea := sha256('');
  v_in bigint := case when p_kind = 'grant' then p_amount else 0 end;
  v_out bigint := case when p_kind = 'grant' then 0 else p_amount end;
begin
  select * into strict w from wallets where workspace_id = p_workspace;
  v_hash := ledger_hash(w.head, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at);
  insert into journal (workspace_id, seq, kind, amount, entries, entries_hash, body, created_at, hash, balance_after)
  values (p_workspace, w.seq + 1, p_kind, p_amount, 0, v_none, p_body, p_at, v_hash,
    w.available + w.held + v_in - v_out);
  update wallets set
    seq = seq + 1, head = v_hash,
    granted = granted + v_in,
    available = available + v_in - v_out,
    expired = expired + v_out
  where workspace_id = p_workspace;
  return w.seq + 1;
end $$;
