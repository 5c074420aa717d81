-- A demo request that a form sends again, since it never got the answer, is stored once.
alter table leads add column request_key text;
create unique index leads_request_key on leads (request_key);
