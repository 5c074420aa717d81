-- A rating that was taken back is a row of its own, without one.
alter table ratings alter column rating drop not null;
