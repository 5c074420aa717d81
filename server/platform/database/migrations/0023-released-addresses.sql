-- An address is one person among the companies in use: people of a deleted company keep theirs on record, and others
-- may use it.
alter table users add released_at timestamptz;
select set_config('app.scope', 'platform', true);
update users set released_at = c.deleted_at from companies c where c.id = users.company_id and c.deleted_at is not null;
alter table users drop constraint users_email_key;
create unique index users_email_key on users (email) where released_at is null;

create or replace function email_taken(address text) returns boolean
  language sql stable security definer set search_path = public
  return exists (select 1 from users where email = address and released_at is null);
