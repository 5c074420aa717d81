-- Reviewers' tags on answers, kept apart from what was recorded; who gave them stands in the record.

create table interaction_tags (
  company_id integer not null,
  interaction_id integer not null,
  tag text not null,
  primary key (company_id, interaction_id, tag),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create unique index interaction_tags_once on interaction_tags (company_id, interaction_id, lower(tag));
create index interaction_tags_tag on interaction_tags (company_id, tag);
call fence('interaction_tags');

-- They may repeat what the answer said.
create function erase_tags() returns trigger language plpgsql as $$
begin
  delete from interaction_tags where company_id = new.company_id and interaction_id = new.id;
  return null;
end $$;
create trigger interactions_erase_tags after update of erased_at on interactions
  for each row when (new.erased_at is not null) execute function erase_tags();
