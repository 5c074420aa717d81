-- A delivery that found its company's share of attempts taken, and lost its job: the next attempt that ends queues it again.
alter table webhook_deliveries add column is_held_back boolean not null default false;
create index webhook_deliveries_held_back on webhook_deliveries (company_id, id) where is_held_back;
