-- A version's vectors are stored as they arrive, so that a restart resumes where it stopped; only complete ones are
-- searched.
alter table vectors add is_whole boolean not null default true;
alter table vectors alter is_whole drop default;
