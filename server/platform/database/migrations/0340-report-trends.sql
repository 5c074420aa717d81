-- A month's count up to each of its days, the first at 1, of themes and people: a trend by weeks is read as differences.
-- The hourly job sums all months again.
truncate report_months, report_settled_months;
alter table report_months add column running integer[] check (dimension not in ('theme', 'user') or running is not null);
