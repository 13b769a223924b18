-- Keys, links and connections carry the member who made them (decision 0058). `member_id` is null for what belongs to the workspace
-- itself. A key that the version before creates while nodes are replaced has the role member, and no more.
alter table api_keys add column created_by text;
alter table api_keys add column member_id text;
alter table api_keys add column role text not null default 'member';
alter table api_keys add constraint api_keys_role_check check (role in ('viewer', 'member', 'owner'));
create index api_keys_by_member on api_keys (workspace_id, member_id) where member_id is not null;

alter table portal_links add column member_id text;
create index portal_links_by_member on portal_links (workspace_id, member_id) where member_id is not null;

alter table connections add column member_id text;

alter table invitations add column created_by text;

-- A proof of identity counts in the workspace only when it is newer than this; null for those who opened the workspace.
alter table memberships add column sudo_after timestamptz;

-- A key that was minted with another one has the person behind that one.
do $$
declare
  v_member record;
begin
  update api_keys set created_by = minted_by where minted_by like 'usr\_%';
  loop
    update api_keys k set created_by = m.created_by
    from api_keys m
    where m.workspace_id = k.workspace_id and m.id = k.minted_by and k.created_by is null and m.created_by is not null;
    exit when not found;
  end loop;
  -- Keys of the first start and of the operator, and those they minted.
  update api_keys set role = 'owner' where created_by is null;
  -- Keys of people who left before this version keep working, as they were promised then: they belong to the workspace, as a member.
  for v_member in select m.workspace_id, m.user_id, m.role from memberships m loop
    update api_keys set member_id = v_member.user_id, role = v_member.role
    where workspace_id = v_member.workspace_id and created_by = v_member.user_id;
  end loop;
end $$;

update portal_links l set member_id = l.created_by
where l.created_by like 'usr\_%';
update portal_links l set member_id = k.member_id
from api_keys k
where k.workspace_id = l.workspace_id and k.id = l.created_by;

update invitations i set created_by = u.id
from users u
where lower(u.email) = lower(i.invited_by) and i.accepted_at is null and i.revoked_at is null
  and exists (select from memberships m where m.workspace_id = i.workspace_id and m.user_id = u.id);
