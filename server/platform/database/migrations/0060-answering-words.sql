-- Of a quoted paragraph the words that answer: offsets in `quote`, best first. Empty where all of the quote answers.
alter table interaction_sources add column answering jsonb not null default '[]';
