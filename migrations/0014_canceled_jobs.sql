-- Spells the status of canceled jobs as posts, orders and subscriptions do.
alter table data_jobs drop constraint data_jobs_status_check;
alter table data_jobs drop constraint data_jobs_finished_check;

update data_jobs set status = 'canceling' where status = 'cancelling';
update data_jobs set status = 'canceled' where status = 'cancelled';

alter table data_jobs add constraint data_jobs_status_check
  check (status in ('queued', 'running', 'completed', 'completed_with_errors', 'failed', 'canceling', 'canceled'));
alter table data_jobs add constraint data_jobs_finished_check
  check ((finished_at is not null) = (status in ('completed', 'completed_with_errors', 'failed', 'canceled')));
