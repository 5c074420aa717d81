-- When the person last gave the password (and code) in this session. Sessions from before this column gave it too long
-- ago to count.
alter table sessions add column proved_at timestamptz not null default 'epoch';
