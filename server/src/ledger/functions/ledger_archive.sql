-- Stores a checkpoint and deletes exactly the rows that its object contains. Fails when it finds other rows than were archived.
-- The object does not contain the charges of the holds in p_open.
create or replace function ledger_archive(
  p_workspace text, p_number bigint, p_seq bigint, p_before timestamptz, p_body text, p_public_key text, p_signature text,
  p_entries bigint, p_charges bigint, p_free bigint, p_free_hold text, p_free_step text, p_open text[]
) returns void language plpgsql as $$
declare
  v_last bigint;
  v_entries bigint;
  v_charges bigint;
  v_free bigint := 0;
begin
  select max(c.number) into v_last from ledger_checkpoints c where c.workspace_id = p_workspace;
  if p_number is distinct from coalesce(v_last, 0) + 1 then
    raise exception 'checkpoint % of % does not follow checkpoint %', p_number, p_workspace, coalesce(v_last, 0);
  end if;
  insert into ledger_checkpoints (workspace_id, number, seq, archived_before, body, public_key, signature)
  values (p_workspace, p_number, p_seq, p_before, p_body, p_public_key, p_signature);
  perform set_config('quoin.archiving', p_workspace, true);
  delete from charges c where c.workspace_id = p_workspace and c.journal_seq <= p_seq;
  get diagnostics v_charges = row_count;
  delete from journal j where j.workspace_id = p_workspace and j.seq <= p_seq;
  get diagnostics v_entries = row_count;
  perform set_config('quoin.archiving', '', true);
  if p_free > 0 then
    delete from charges c
    where c.workspace_id = p_workspace and (c.hold_id, c.step) <= (p_free_hold, p_free_step) and c.journal_seq is null
      and c.created_at < p_before and c.hold_id <> all (p_open);
    get diagnostics v_free = row_count;
  end if;
  if (v_entries, v_charges, v_free) is distinct from (p_entries, p_charges, p_free) then
    raise exception 'the rows of % changed while they were archived: % entries, % charges and % free charges, not %, % and %',
      p_workspace, v_entries, v_charges, v_free, p_entries, p_charges, p_free;
  end if;
end $$;
