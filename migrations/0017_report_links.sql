-- expand
-- Portal links can show a report.

alter table portal_links drop constraint portal_links_pages_check;
alter table portal_links add constraint portal_links_pages_check
  check (pages <> '{}' and pages <@ array['connect', 'webhooks', 'report']);
