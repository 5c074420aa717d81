-- A version's vectors are kept as they come, so that a restart goes on where it stopped; only whole ones are searched.
alter table vectors add is_whole boolean not null default true;
alter table vectors alter is_whole drop default;
