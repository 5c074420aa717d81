-- Sums of settled days by whole months (UTC), so that a year is read as some months and days. Counts by quarter of an hour stay
-- with the days: days of a time zone are made of them.
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
