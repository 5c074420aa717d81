-- The answering words of a quoted paragraph: offsets in `quote`, best first; empty if all of the quote answers.
alter table interaction_sources add column answering jsonb not null default '[]';
