-- A withdrawn rating is a row without a rating.
alter table ratings alter column rating drop not null;
