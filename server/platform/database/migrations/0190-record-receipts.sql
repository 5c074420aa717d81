-- A place's receipt for a head: the time stamp of an authority (DER of a TimeStampResp, RFC 3161).
alter table record_deliveries add column receipt bytea;
create index record_deliveries_receipt on record_deliveries (stream, head_id) where receipt is not null;
