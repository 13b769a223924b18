-- Returns the hash of a journal entry. It covers the hash of the entry before it (p_head).
create or replace function ledger_hash(p_head bytea, p_seq bigint, p_kind text, p_amount bigint, p_entries bigint, p_entries_hash bytea, p_body text, p_at timestamptz)
returns bytea language sql immutable as $$
  select sha256(p_head || convert_to(concat_ws('|', p_seq, p_kind, p_amount, p_entries, encode(p_entries_hash, 'hex'),
    to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_body), 'UTF8'))
$$;
