-- Data that companies' directories send over SCIM: people's identifiers there, and their groups.

create table provisioned_people (
  company_id integer not null,
  user_id integer not null,
  -- as the directory spells it; the address is in `users`
  user_name text not null,
  -- the directory's own identifier: the same person, also when the address passes to somebody else
  external_id text,
  -- deleted over SCIM: no longer shown there, and comes back under the same identifier alone
  removed_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index provisioned_people_subject on provisioned_people (company_id, external_id);
create unique index provisioned_people_name on provisioned_people (company_id, lower(user_name)) where removed_at is null;
call fence('provisioned_people');

create table directory_groups (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  -- the name that the group rules of single sign-on use
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index directory_groups_id on directory_groups (id);
create unique index directory_groups_name on directory_groups (company_id, lower(display_name));
call fence('directory_groups');

create table directory_group_members (
  company_id integer not null,
  group_id integer not null,
  user_id integer not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references directory_groups (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index directory_group_members_person on directory_group_members (company_id, user_id);
call fence('directory_group_members');
