-- Finds whether a company was already notified of something; without it, each query reads all companies'
-- notifications.
create index notifications_kind on notifications (company_id, kind, created_at);
