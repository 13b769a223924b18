-- A plan made while `holds` is small reads all of it, and is kept while the table fills with what was deleted since the last
-- vacuum: measured, ten times the price of a settlement. Every statement of these functions has a key to go by.
alter function ledger_admit set enable_seqscan = off;
alter function ledger_reserve set enable_seqscan = off;
alter function ledger_close set enable_seqscan = off;
alter function ledger_settle set enable_seqscan = off;
