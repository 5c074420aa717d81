-- The review desk, a company's own order of help, and notification preferences.

-- Rules that send answers to the review desk. Without a row: those rated bad or with an unsupported sentence.
create table review_rules (
  company_id integer primary key references companies (id),
  bad_rating boolean not null default true,
  unsupported boolean not null default true,
  abstained boolean not null default false,
  sample_percent integer not null default 0 check (sample_percent between 0 and 100),
  updated_at timestamptz not null default now()
);
call fence('review_rules');

-- An interaction on the review desk: its reasons, its assignee, and its current verdict.
create table review_cases (
  company_id integer not null,
  interaction_id integer not null,
  reasons text[] not null check (reasons <@ array['bad_rating', 'unsupported', 'abstained', 'sample', 'requested']),
  status text not null default 'open' check (status in ('open', 'second_opinion', 'disagreement', 'done')),
  assignee_id integer references users (id),
  verdict text check (verdict in ('correct', 'incomplete', 'wrong', 'source_wrong')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (company_id, interaction_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id) on delete cascade,
  check (status <> 'done' or (verdict is not null and closed_at is not null))
);
create index review_cases_status on review_cases (company_id, status, opened_at desc);
create index review_cases_closed on review_cases (company_id, closed_at) where closed_at is not null;
call fence('review_cases');

-- first: the first look; second: by somebody else, on request; decision: by a third person where the two disagree;
-- revision: a later look at a finished case.
alter table reviews add kind text not null default 'first' check (kind in ('first', 'second', 'decision', 'revision'));
-- what the asker is shown beside the recorded answer, which is never changed
alter table reviews add corrected_answer text not null default '';
-- of a second opinion: whether it is that of the first
alter table reviews add agrees boolean;

do $$ begin
  perform set_config('app.scope', 'platform', true);
  update reviews r set kind = 'revision'
    where exists (select 1 from reviews e where e.company_id = r.company_id and e.interaction_id = r.interaction_id and e.id < r.id);
  insert into review_cases (company_id, interaction_id, reasons, status, verdict, opened_at, closed_at)
    select distinct on (company_id, interaction_id) company_id, interaction_id, array['requested'], 'done', verdict, created_at, created_at
    from reviews order by company_id, interaction_id, id desc;
  perform set_config('app.scope', '', true);
end $$;
create unique index reviews_one_each on reviews (company_id, interaction_id, kind) where kind <> 'revision';

-- In the transaction that finishes or rates an answer, so that none is missed, whichever code writes it.
create function queue_for_review() returns trigger language plpgsql as $$
declare
  rules review_rules;
  found_reasons text[] := '{}';
begin
  select * into rules from review_rules where company_id = new.company_id;
  if new.rating = 'bad' and old.rating is distinct from 'bad' and coalesce(rules.bad_rating, true) then
    found_reasons := found_reasons || 'bad_rating'::text;
  end if;
  if old.outcome = 'pending' then
    if new.outcome = 'answered' and new.claims_unsupported > 0 and coalesce(rules.unsupported, true) then
      found_reasons := found_reasons || 'unsupported'::text;
    end if;
    if new.outcome = 'abstained' and coalesce(rules.abstained, false) then
      found_reasons := found_reasons || 'abstained'::text;
    end if;
    if new.outcome <> 'failed' and random() * 100 < coalesce(rules.sample_percent, 0) then
      found_reasons := found_reasons || 'sample'::text;
    end if;
  end if;
  if found_reasons = '{}' then return null; end if;
  insert into review_cases as c (company_id, interaction_id, reasons, opened_at)
    values (new.company_id, new.id, found_reasons, coalesce(new.finished_at, now()))
    on conflict (company_id, interaction_id) do update set
      reasons = (select array_agg(distinct reason) from unnest(c.reasons || excluded.reasons) reason),
      -- a new reason opens a finished case again; the verdict stands until there is another
      status = case when c.status = 'done' and not excluded.reasons <@ c.reasons then 'open' else c.status end;
  return null;
end $$;
create trigger interactions_queue_for_review after update on interactions for each row
  when (new.outcome <> 'pending' and (old.outcome = 'pending' or new.rating is distinct from old.rating))
  execute function queue_for_review();

-- The order in which a company sees help; without a row an item has the platform's position.
create table help_positions (
  company_id integer not null references companies (id),
  help_item_id integer not null references help_items (id),
  position integer not null,
  primary key (company_id, help_item_id)
);
call fence('help_positions');

-- A person's preference for a kind of event: the bell, the bell and a daily email, or nothing; without a row
-- the bell.
create table notification_preferences (
  user_id integer not null references users (id),
  company_id integer references companies (id),
  kind text not null,
  delivery text not null check (delivery in ('bell', 'digest', 'off')),
  primary key (user_id, kind)
);
call fence('notification_preferences');

-- Pending for the daily email; null if none is wanted.
alter table notifications add digest_due boolean not null default false;
create index notifications_digest on notifications (user_id) where digest_due;
