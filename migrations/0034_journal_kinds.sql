-- The ledger can be listed by kind. Charges are nearly all entries, and are found without an index.
create index journal_kinds on journal (workspace_id, kind, seq) where kind <> 'charge';
