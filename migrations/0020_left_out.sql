-- When a row of the job was last answered, whether found or not: how long sources are waited for counts from here.
alter table data_jobs add column answered_at timestamptz(3);

-- By what else than is shown somebody in the answer can ask to be left out, such as the email of a person whom a vendor told of.
alter table data_job_results add column marks text[];

-- The suppression this one follows from: whoever is left out everywhere is also recognised by what was known of them. Such a
-- one is not listed and goes with the other.
alter table suppressions add column because_of text;
create index suppressions_because on suppressions (workspace_id, because_of) where because_of is not null;
