-- Whether a company was already told of a thing: without it, each look reads all companies' notifications.
create index notifications_kind on notifications (company_id, kind, created_at);
