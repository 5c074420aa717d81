-- Counts by whole days (UTC), so that a year of a million interactions is read as some thousand numbers
-- (docs/decisions/reports.md). Days that are not counted yet, or changed since, are read from the rows themselves.

create table report_days (
  company_id integer not null references companies (id),
  -- what is counted: outcome, slot (quarter of an hour), theme, user, tag, document, seconds, unanswered, writer, tokens,
  -- model
  dimension text not null,
  day date not null,
  key text not null,
  count integer not null,
  good integer not null default 0,
  rated integer not null default 0,
  unsupported integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- interactions that the documents did not answer, by theme and by person
  declined integer not null default 0,
  primary key (company_id, dimension, day, key)
);
call fence('report_days');

-- Days that are counted. Holds dates only, the same for all: readable inside a company, written across the platform.
create table report_settled (
  day date primary key,
  settled_at timestamptz not null default now()
);
alter table report_settled enable row level security;
alter table report_settled force row level security;
create policy readable on report_settled for select using (app_company() is not null or app_platform());
create policy platform on report_settled using ((select app_platform())) with check ((select app_platform()));

-- Sums of settled days by whole months (UTC), so that a year is read as some months and days. Counts by quarter of an hour
-- stay with the days: days of a time zone are made of them.
create table report_months (
  company_id integer not null references companies (id),
  dimension text not null,
  -- its first day
  month date not null,
  key text not null,
  count integer not null,
  good integer not null,
  rated integer not null,
  unsupported integer not null,
  declined integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- the count up to each of its days, the first at 1, of themes and people: a trend by weeks is read as differences
  running integer[] check (dimension not in ('theme', 'user') or running is not null),
  primary key (company_id, dimension, month, key)
);
call fence('report_months');

-- Months that are summed, the same for all companies.
create table report_settled_months (
  month date primary key,
  settled_at timestamptz not null default now()
);
alter table report_settled_months enable row level security;
alter table report_settled_months force row level security;
create policy readable on report_settled_months for select using (app_company() is not null or app_platform());
create policy platform on report_settled_months using ((select app_platform())) with check ((select app_platform()));

-- Marks of past days whose rows changed. Appended only, one row per change: a mark that is written while a day is being
-- counted must never be swallowed by one that is being removed.
create table report_changes (
  id bigint generated always as identity primary key,
  company_id integer not null references companies (id),
  day date not null
);
create index report_changes_day on report_changes (company_id, day);
call fence('report_changes');

create function mark_changed_day() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if (changed.created_at at time zone 'UTC')::date < (now() at time zone 'UTC')::date then
    insert into report_changes (company_id, day) values (changed.company_id, (changed.created_at at time zone 'UTC')::date);
  end if;
  return null;
end $$;
create trigger interactions_mark_day after insert or delete or update of outcome, rating on interactions
  for each row execute function mark_changed_day();
create trigger usage_entries_mark_day after insert or delete or update of input_tokens, output_tokens on usage_entries
  for each row execute function mark_changed_day();

-- To two significant digits, in milliseconds: rounding keeps the order, so the median of the rounded is the rounded median.
create function rounded_ms(ms real) returns integer language sql immutable parallel safe
  return case
    when ms < 100 then round(ms)::integer
    else (round(ms / power(10::float8, floor(log(ms::float8)) - 1)) * power(10::float8, floor(log(ms::float8)) - 1))::integer
  end;
