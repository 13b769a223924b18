-- Errors inside resources are {code, message} and what else helps; they were {kind, message} or {code, detail} in some places.
create function error_object(error jsonb) returns jsonb language sql immutable as $$
  select error - 'kind' - 'detail' || jsonb_build_object(
    'code', coalesce(error ->> 'code', error ->> 'kind', 'failed'),
    'message', coalesce(error ->> 'message', error ->> 'detail', 'It failed.'))
$$;

update connections set error = error_object(error) where error is not null and not (error ? 'code' and error ? 'message');
update post_targets set error = error_object(error) where error is not null and not (error ? 'code' and error ? 'message');
update post_attempts set error = error_object(error) where error is not null and not (error ? 'code' and error ? 'message');
update messages set error = error_object(error) where error is not null and not (error ? 'code' and error ? 'message');
update message_statuses set error = error_object(error) where error is not null and not (error ? 'code' and error ? 'message');
update accounts set health = jsonb_set(health, '{last_error}', error_object(health -> 'last_error'))
  where jsonb_typeof(health -> 'last_error') = 'object' and not (health -> 'last_error' ? 'code');
update media_assets set validation = jsonb_set(validation, '{error}', error_object(validation -> 'error'))
  where validation ? 'error' and not (validation -> 'error' ? 'message');

drop function error_object(jsonb);
