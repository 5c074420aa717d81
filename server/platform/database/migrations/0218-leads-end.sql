-- Demo requests end: one at a time, or by a rule of the installation.
alter table leads add sent_by text not null default 'form' check (sent_by in ('form', 'api'));

create table lead_retention (
  id integer primary key check (id = 1),
  -- null: forever
  months integer check (months between 1 and 1200)
);
insert into lead_retention (id) values (1);
call fence_platform('lead_retention');
