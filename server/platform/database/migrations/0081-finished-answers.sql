-- A finished answer kept its words and its origin; its reason, its removed sentences, its counts and its times could still
-- change. Now only the latest rating can, which `ratings` holds with its author.
create or replace function keep_answer() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'pending' then
    if to_jsonb(new) - 'rating' is distinct from to_jsonb(old) - 'rating' then
      raise exception 'a finished answer is never rewritten' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
drop trigger interactions_keep_origin on interactions;
drop function keep_answer_origin();
