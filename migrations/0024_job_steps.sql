-- A step names its job already. With the job in this index too, the planner takes it for the primary key and the other way round, as
-- it believes that a job it has no statistics of has hardly any rows: then every batch reads the whole job.
drop index data_job_rows_step;
create unique index data_job_rows_step on data_job_rows (workspace_id, step) where step is not null and same_as is null;
