-- The reason for a bad rating, chosen from a list; free text is in `feedback`.
alter table ratings add column reason text check (reason in ('wrong', 'incomplete', 'out_of_date', 'not_asked'));
alter table ratings add constraint ratings_reason_of_bad check (reason is null or rating = 'bad');
