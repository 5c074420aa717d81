-- An asker says that an approved answer beside their own answers their question; whoever looks after it decides.
alter table approved_uses
  add column said_same_at timestamptz,
  -- somebody decided that the question has another answer
  add column told_apart_at timestamptz,
  add check (said_same_at is null or not is_answer);
create index approved_uses_said_same on approved_uses (company_id, approved_answer_id)
  where said_same_at is not null or told_apart_at is not null;
