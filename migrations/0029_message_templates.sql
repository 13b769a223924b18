-- The template that was sent: name, language and parameters, as the caller wrote them.
alter table messages add column template json;
