-- Examiners: people from outside who read a part of the record, for a purpose and until a day.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('super_admin', 'workspace_admin', 'agent', 'examiner'));

create table examinations (
  company_id integer not null references companies (id),
  user_id integer not null references users (id),
  purpose text not null check (purpose <> ''),
  -- UTC
  first_day date not null,
  last_day date not null check (first_day <= last_day),
  -- the last day on which the examiner may read, UTC
  ends_on date not null,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, user_id)
);
call fence('examinations');

-- The themes that may be read; none: all.
create table examination_themes (
  company_id integer not null,
  user_id integer not null,
  theme_id integer not null,
  primary key (company_id, user_id, theme_id),
  foreign key (company_id, user_id) references examinations (company_id, user_id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
call fence('examination_themes');

-- Numbers up to the greatest identifier.
create or replace function number_in(target_id text) returns integer language sql immutable
  return case when target_id ~ '^[0-9]{1,10}$' then
    case when target_id::bigint <= 2147483647 then target_id::integer end end;
