-- Why an answer was rated bad, in the asker's choice of words; free words stand in `feedback`.
alter table ratings add column reason text check (reason in ('wrong', 'incomplete', 'out_of_date', 'not_asked'));
alter table ratings add constraint ratings_reason_of_bad check (reason is null or rating = 'bad');
