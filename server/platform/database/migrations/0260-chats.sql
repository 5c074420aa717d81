-- What a person keeps about a chat of theirs: its name, and that it stays on top. A chat is known by its first question
-- that is not erased; without a row it has no name and is not pinned.
create table chats (
  company_id integer not null,
  -- of the chat's first question
  interaction_id integer not null,
  user_id integer not null references users (id),
  -- the questions of the chat, with the user
  session_id text not null,
  name text not null default '',
  pinned_at timestamptz,
  updated_at timestamptz not null,
  primary key (company_id, user_id, session_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index chats_user on chats (user_id, updated_at desc);
create index chats_interaction on chats (company_id, interaction_id);
call fence('chats');

-- The name of a chat may say what its erased question said.
do $$
declare
  definition text := pg_get_functiondef('erase_answers(integer, integer[])'::regprocedure);
begin
  execute replace(definition, 'delete from review_cases where',
    'delete from chats where company_id = company and interaction_id = any (gone);
  delete from review_cases where');
end $$;
