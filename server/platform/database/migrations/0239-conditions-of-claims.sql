-- Beside a sentence stand the words of its source that limit it and that it leaves out, and whether it applies a figure of
-- its question. Null: none, or an answer from before.
alter table claims add column condition text, add column is_applied boolean check (is_applied);
