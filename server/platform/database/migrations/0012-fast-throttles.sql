-- Counters of rate limits are written on nearly every call and are worth nothing after a crash: without the write-ahead
-- log their commits wait for no disk (median 1 to 2 ms of each question, up to 8).
alter table throttles set unlogged;
